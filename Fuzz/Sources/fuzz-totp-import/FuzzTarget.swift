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

    private static let checker = FormatRegistry.standard.format("google-migration").map {
        ChunkChecker(checker: LinkChecker(migration: $0), form: JSONReport())
    }

    /// A text of links: an error exactly where the reader refuses, and what is put right is right.
    private func validate(_ bytes: [UInt8]) {
        guard let checker = Self.checker else { fatalError("there is no reader of migration codes") }
        var workspace = LinkChecker.Workspace()
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let line = Array(line)
            let verdict = checker.checker.check(line.span, &workspace)
            guard verdict.isLink, let scheme = KeyURIScheme.find(in: line.span)?.scheme, scheme != .migration else {
                continue
            }
            guard ((try? KeyURI.read(line.span)) != nil) == (verdict.rules.worst != .error) else {
                fatalError("the verdict is not the reader's")
            }
            if case .link(let text) = NormalForm(of: line.span) {
                let fixed = checker.checker.check(Array(text.utf8).span, &workspace)
                guard fixed.rules.worst != .error, fixed.fingerprints.secret == verdict.fingerprints.secret else {
                    fatalError("the link that was put right is wrong")
                }
            }
        }
        _ = checker.check(RecordChunk(bytes: bytes))
        _ = checker.check(RecordChunk(bytes: bytes, layout: .csv(cell: 1, delimiter: UInt8(ascii: ","))))
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
