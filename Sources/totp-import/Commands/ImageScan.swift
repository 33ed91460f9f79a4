import ImportPipeline
import TOTPDomain

/// One input of `scan`: a picture's codes and what they are.
struct ImageScan: Sendable {
    let images: ImageReader
    let registry: FormatRegistry

    struct Result: Sendable {
        var name: String
        var outcome: Outcome
    }

    enum Outcome: Sendable {
        case scanned(codes: [Code], unread: Int, warnings: [String])
        case failed(SourceError)
        /// No picture, in a folder.
        case skipped
    }

    struct Code: Sendable {
        /// Counted from 1; nil where the file has one picture.
        var page: Int?
        var payload: QRPayload
        var kind: Kind
        /// The accounts in it, those that were rejected aside.
        var items: [TOTPItem]
        var rejected: [EntryRejection]
        var part: MigrationPart?
    }

    enum Kind: String, Sendable {
        case otpauth
        case migration = "google-migration"
        case other
        case none
    }

    func scan(_ input: Input) -> Result {
        do throws(SourceError) {
            let content = SourceContent(try input.bytes(limit: ImportLimits().sourceBytes))
            guard case .image(let kind) = content.kind else {
                if input.folder != nil, !input.promisesImage { return Result(name: input.name, outcome: .skipped) }
                throw Self.noPicture(content.kind)
            }
            let readings = try images.read(content.bytes, kind: kind)
            return Result(
                name: input.name,
                outcome: .scanned(
                    codes: readings.flatMap { reading in reading.scan.payloads.map { code($0, page: reading.page) } },
                    unread: readings.reduce(0) { $0 + $1.scan.unread + $1.scan.incomplete },
                    warnings: readings.flatMap(\.warnings)))
        } catch {
            return Result(name: input.name, outcome: .failed(error))
        }
    }

    private static func noPicture(_ kind: SourceContent.Kind) -> SourceError {
        switch kind {
        case .empty: SourceError(.emptyFile, "the file is empty; copy it again from where it came")
        case .text: SourceError(.notAnImage, "a text, not a picture; totp-import list and import read texts")
        default: SourceError(.notAnImage, "not a picture, whatever its name says; export or save it again")
        }
    }

    private func code(_ payload: QRPayload, page: Int?) -> Code {
        let content = SourceContent(text: payload.bytes)
        var code = Code(page: page, payload: payload, kind: .other, items: [], rejected: [])
        guard let format = registry.format(of: content),
            let document = try? format.read(ImportRequest(content: content))
        else { return code }
        code.kind = document.format == "google-migration" ? .migration : .otpauth
        code.part = document.migrationParts.first
        for entry in document.entries {
            switch entry {
            case .item(let item): code.items.append(item)
            case .rejected(let rejection): code.rejected.append(rejection)
            }
        }
        return code
    }
}
