import Images
import Synchronization
import TOTPDomain

/// Images that are a script of their contents, so that a test can write one in a line.
///
///     code otpauth://…            a code that is seen over any background
///     clear white otpauth://…     white modules on a transparent background: seen only over black
///     unread 2, incomplete 1      codes that the scanner cannot make sense of
///     damage its last rows are missing
///     repeated                    the image looks as one before it
///     broken                      the decoder gives up
enum ScriptedPicture {
    static let magic: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func bytes(_ script: String) -> [UInt8] { magic + Array(script.utf8) }
}

/// Turns the script into “pixels”: the lines that can be seen over the background.
struct ScriptedDecoder: ImageDecoder {
    let kinds: Set<SourceContent.ImageKind> = [.png]
    /// The backgrounds of the images, in order of the calls.
    let calls = CallLog<ImageBackground>()

    func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
        calls.append(background)
        let lines = String(decoding: bytes.dropFirst(ScriptedPicture.magic.count), as: UTF8.self).split(separator: "\n")
        if lines.contains("broken") { throw SourceError(.imageDamaged, "no picture can be made of it") }
        let visible = lines.compactMap { line -> String? in
            guard line.hasPrefix("clear white ") else { return String(line) }
            return background == .black ? "code \(line.dropFirst("clear white ".count))" : nil
        }
        let pixels = Array((visible.joined(separator: "\n") + "\n").utf8)
        guard let luma = LumaImage(width: pixels.count, height: 1, pixels: pixels) else {
            throw SourceError(.imageDamaged, "no pixels")
        }
        return DecodedImage(
            luma: luma,
            damage: lines.first { $0.hasPrefix("damage ") }.map { String($0.dropFirst("damage ".count)) },
            isRepeated: lines.contains("repeated"),
            hasTransparency: lines.contains { $0.hasPrefix("clear ") }
        )
    }
}

/// A file of several pictures: scripts with form feeds between them, after the signature of a PDF.
struct ScriptedPages: ImageDecoder {
    var kinds: Set<SourceContent.ImageKind> = [.pdf]
    var name = "page"
    var showsTime = false
    /// More pages than there are scripts.
    var total: Int?

    func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
        try pages(of: bytes).decode(page: 0, over: background)
    }

    func pages(of bytes: [UInt8]) throws(SourceError) -> any ImagePages {
        let scripts = String(decoding: bytes.dropFirst("%PDF-".utf8.count), as: UTF8.self).split(separator: "\u{C}")
        let reason = SourceError(.limitExceeded, "so many are the limit", "name others")
        return Pages(
            scripts: scripts.map(String.init), name: name, showsTime: showsTime, rest: total.map { ($0, reason) })
    }

    private struct Pages: ImagePages {
        let scripts: [String]
        let name: String
        let showsTime: Bool
        let rest: (total: Int, reason: SourceError)?
        var count: Int { scripts.count }

        func decode(page: Int, over background: ImageBackground) throws(SourceError) -> DecodedImage {
            try ScriptedDecoder().decode(ScriptedPicture.bytes(scripts[page]), over: background)
        }
    }
}

/// Reads the script back from the pixels.
struct ScriptedScanner: QRCodeScanner {
    func scan(_ image: LumaImage) -> QRScanResult {
        var result = QRScanResult(payloads: [])
        for line in String(decoding: image.pixels, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            switch parts[0] {
            case "code":
                result.payloads.append(
                    QRPayload(bytes: Array(parts[1].utf8), corners: [], engine: "script", variant: "full"))
            case "unread": result.unread += Int(parts[1]) ?? 0
            case "signs": (result.unread, result.hasSigns) = (1, true)
            case "incomplete": result.incomplete += Int(parts[1]) ?? 0
            default: break
            }
        }
        return result
    }
}

extension ScriptedScanner {
    /// Each band is a script.
    func scan(_ image: any LargeImage) -> QRScanResult {
        var result = QRScanResult(payloads: [])
        while let band = image.nextBand() {
            let part = scan(band.luma)
            result.payloads += part.payloads
            result.unread += part.unread
        }
        return result
    }
}

/// The calls, in order, from whatever task.
final class CallLog<Call: Sendable>: Sendable {
    private let entries = Mutex<[Call]>([])

    func append(_ call: Call) { entries.withLock { $0.append(call) } }

    var all: [Call] { entries.withLock { $0 } }
}
