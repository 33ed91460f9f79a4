import FixtureSupport
import Foundation
import Images
import QRScan
import TOTPDomain
import Testing

@testable import ImageDecode

/// An image of `Fixtures/images` that is not a PNG.
struct KindFixture: Sendable, CustomTestStringConvertible {
    let kind: SourceContent.ImageKind
    let path: String

    var testDescription: String { path }

    var url: URL { FixtureFolder.images.appending(path: path) }

    /// The images of the kinds that this build reads here.
    static let all: [KindFixture] = {
        let folders: [(String, [String])] = [
            ("jpeg", []), ("webp", []), ("bmp", []), ("gif", ["GIF"]), ("tiff", ["TIFF"]), ("heif", ["HEIF"]),
            ("pdf", ["PDF"]),
        ]
        var fixtures: [KindFixture] = []
        for (folder, needed) in folders where traits.isSuperset(of: needed) {
            let files = (try? FixtureFolder.files(below: FixtureFolder.images.appending(path: folder))) ?? []
            for url in files where url.pathExtension != "json" {
                guard let bytes = try? FixtureFolder.bytes(url), case .image(let kind) = SourceContent(bytes).kind
                else {
                    continue
                }
                fixtures.append(KindFixture(kind: kind, path: "\(folder)/\(url.lastPathComponent)"))
            }
        }
        return fixtures
    }()

    static let traits: Set<String> = {
        var traits: Set<String> = []
        #if GIF
            traits.insert("GIF")
        #endif
        #if TIFF
            traits.insert("TIFF")
        #endif
        #if HEIF
            traits.insert("HEIF")
        #endif
        if ExternalProgram.drawsPDF { traits.insert("PDF") }
        return traits
    }()

    static func named(_ paths: String...) -> [KindFixture] { all.filter { paths.contains($0.path) } }

    func bytes() throws -> [UInt8] { try FixtureFolder.bytes(url) }

    /// The secrets that must be found, in order.
    func secrets() throws -> [String] {
        try ExpectedAccounts(of: url).items.map(\.secret)
    }

    func decoder(limits: ImageLimits = ImageLimits()) -> any ImageDecoder {
        ImageDecoders.all(limits: limits).first { $0.kinds.contains(kind) } ?? PNGDecoder(limits: limits)
    }

    /// The first page of other bytes of the same kind.
    func outcome(_ bytes: [UInt8], over background: ImageBackground = .white) -> Result<DecodedImage, SourceError> {
        let decoder = decoder()
        return Result { () throws(SourceError) in try decoder.decode(bytes, over: background) }
    }

    func decode(over background: ImageBackground = .white) throws -> DecodedImage {
        try decoder().decode(bytes(), over: background)
    }
}

extension KindFixture {
    /// The contents of the codes of all pages; over black where white shows nothing.
    func payloads() throws -> [QRPayload] {
        let pages = try decoder().pages(of: bytes())
        var known: Set<[UInt8]> = []
        return try (0..<pages.count).flatMap { page in
            let image = try pages.decode(page: page, over: .white)
            var payloads = LadderScanner().scan(image.luma).payloads
            if payloads.isEmpty, image.hasTransparency {
                payloads = LadderScanner().scan(try pages.decode(page: page, over: .black).luma).payloads
            }
            return payloads.filter { known.insert($0.bytes).inserted }
        }
    }
}
