import ImageDecode
import Importers
import LinkValidation
import QRScan
import TOTPDomain
import Vault

/// A parser of foreign bytes, and what must hold for whatever it is given.
enum FuzzTarget: String, CaseIterable {
    case links, migration, content, png, jpeg, webp, gif, bmp, tiff, heif, avif, pdf, scan, vault, validate

    func run(_ bytes: [UInt8]) {
        switch self {
        case .links: links(bytes)
        case .migration: read(Array("otpauth-migration://offline?data=".utf8) + bytes)
        case .content: read(bytes)
        case .png, .jpeg, .webp, .gif, .bmp, .tiff, .heif, .avif, .pdf: picture(bytes)
        case .scan: scan(bytes)
        case .validate: validate(bytes)
        case .vault: _ = try? VaultImportFormat().read(ImportRequest(content: SourceContent(text: bytes)))
        }
    }

    /// What is written must be read back as the same account.
    private func links(_ bytes: [UInt8]) {
        guard let item = try? KeyURI.read(bytes.span).item else { return }
        guard let again = try? KeyURI.read(Array(KeyURI.write(item).utf8).span).item else {
            fatalError("the link that was written cannot be read")
        }
        // A link cannot say that an account of the issuer Steam is an ordinary one.
        if item.issuer == "Steam" || item.name == "Steam" { return }
        guard again.secret == item.secret, again.parameters == item.parameters, again.issuer == item.issuer,
            again.name == item.name, again.pin == item.pin
        else { fatalError("the link that was written is another account") }
    }

    /// All pages, in at most a million pixels each. A build without the kind's library looks at nothing.
    private func picture(_ bytes: [UInt8]) {
        var limits = ImageLimits()
        (limits.pixels, limits.pages) = (1 << 20, 4)
        if self == .pdf { limits.pixels = 16_000_000 }
        guard let kind = SourceContent.ImageKind(rawValue: rawValue),
            let decoder = ImageDecoders.all(limits: limits).first(where: { $0.kinds.contains(kind) }),
            let pages = try? decoder.pages(of: bytes)
        else { return }
        for page in 0..<pages.count { _ = try? pages.decode(page: page, over: .black) }
    }

    /// Lines of links, and mutations of them.
    private func validate(_ bytes: [UInt8]) {
        guard let format = FormatRegistry.standard.format("google-migration") else {
            fatalError("there is no reader of migration codes")
        }
        var links = LinkFuzz(migration: format)
        links.run(bytes)
    }

    private func read(_ bytes: [UInt8]) {
        let content = SourceContent(bytes)
        guard let format = FormatRegistry.standard.format(of: content) else { return }
        _ = try? format.read(ImportRequest(content: content))
    }

    /// The first two bytes are the size, the rest the pixels, over and over.
    private func scan(_ bytes: [UInt8]) {
        guard bytes.count > 3 else { return }
        let width = Int(bytes[0]) + 1, height = Int(bytes[1]) + 1
        let pixels = (0..<(width * height)).map { bytes[2 + $0 % (bytes.count - 2)] }
        guard let image = LumaImage(width: width, height: height, pixels: pixels) else { return }
        _ = LadderScanner().scan(image)
    }
}
