public import TOTPDomain

/// A picture file to the payloads of its QR codes.
public struct ImageReader: Sendable {
    private let decoders: [any ImageDecoder]
    private let scanner: any QRCodeScanner

    public init(decoders: [any ImageDecoder], scanner: any QRCodeScanner) {
        self.decoders = decoders
        self.scanner = scanner
    }

    public struct Reading: Sendable {
        public var scan: QRScanResult
        /// What is wrong with the file, where something is.
        public var damage: String?
    }

    /// Decodes and scans; where a picture has transparent parts and nothing was found over white, over black, too.
    ///
    /// - throws: ``SourceFailure``.
    public func read(_ bytes: [UInt8], kind: SourceContent.ImageKind) throws(SourceFailure) -> Reading {
        guard let decoder = decoders.first(where: { $0.kinds.contains(kind) }) else {
            let known = decoders.flatMap(\.kinds).map { $0.rawValue.uppercased() }.sorted().joined(separator: ", ")
            throw SourceFailure(
                .unsupportedImage,
                "a \(kind.rawValue.uppercased()) picture, this version reads \(known); save it as PNG")
        }
        let image = try decoder.decode(bytes, over: .white)
        var scan = scanner.scan(image.luma)
        if scan.payloads.isEmpty, image.hasTransparency {
            // White modules on a transparent ground, as dark-mode apps export them, are invisible over white.
            let overBlack = scanner.scan(try decoder.decode(bytes, over: .black).luma)
            if !overBlack.payloads.isEmpty || overBlack.unread + overBlack.incomplete > 0 { scan = overBlack }
        }
        if let damage = image.damage, scan.payloads.isEmpty, scan.unread + scan.incomplete == 0 {
            throw SourceFailure(.imageDamaged, "the picture is \(damage), and no QR code is in them; take it again")
        }
        return Reading(scan: scan, damage: image.damage)
    }
}

extension QRScanResult {
    /// What a person must know: an account may be missing. Empty when every code was read.
    public var complaints: [String] {
        var complaints: [String] = []
        if unread > 0 {
            let codes = unread == 1 ? "a QR code was" : "\(unread) QR codes were"
            complaints.append("\(codes) seen but not read; take a larger or sharper picture of it")
        }
        if incomplete > 0 {
            complaints.append("holds one part of a larger QR code; put all its parts on one picture")
        }
        return complaints
    }
}
