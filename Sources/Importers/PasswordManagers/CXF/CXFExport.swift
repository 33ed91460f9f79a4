import Encodings
import FormatEngine
import Platform
import TOTPDomain

/// A document of the FIDO Credential Exchange Format with one account (`Docs/formats/cxf.md`).
package struct CXFExport: ExportFormat {
    package init() {}

    private static let exporter = "totp-import"
    /// Bitwarden's library stores a period in one byte.
    private static let longestSurePeriod = 255
    private static let idCount = 16

    package let description = ExportDescription(
        of: CXFFormat(),
        protection: .none,
        capabilities: ExportCapabilities(
            kinds: [.totp: .init(), .steam: .steam], details: [.note, .tags, .favorite]),
        importSteps:
            "Import the file with a converter or a developer tool; password managers pass the format from app to app."
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        Self.recordLosses(&selection)
        let items = try selection.accounts.map { (storable) throws(ExportError) in
            try Self.item(storable.account, request.random)
        }
        let document = OrderedJSON.object([
            "version": .object([
                "major": .integer(CXFDocument.majorVersion), "minor": .integer(CXFDocument.minorVersion),
            ]),
            "exporterRpId": .string(Self.exporter),
            "exporterDisplayName": .string(Self.exporter),
            "timestamp": Self.seconds(request.now),
            "accounts": .array([
                .object([
                    "id": try Self.id(request.random),
                    "username": "",
                    "email": "",
                    "collections": .array([]),
                    "items": .array(items),
                ])
            ]),
        ])
        return selection.export("cxf.json", document.utf8)
    }

    static func recordLosses(_ selection: inout ExportSelection) {
        selection.recordNames { AccountLabel.normalized(issuer: $0.title, name: $0.name) }
        selection.recordTags()
        selection.recordBlankNotes()
        for storable in selection.accounts {
            let parameters = storable.account.parameters
            if parameters.kind == .steam {
                selection.lose(
                    .unverified, of: storable.index,
                    "only Bitwarden reads Steam accounts of this format, and other apps must ignore them")
            } else if let period = parameters.period, period > longestSurePeriod {
                selection.lose(
                    .unverified, of: storable.index, "some apps cannot read a period of \(period) seconds", .checkCodes)
            }
        }
    }

    package static func item(_ account: Account, _ random: any RandomSource) throws(ExportError) -> OrderedJSON {
        let tags = account.distinctTags
        let note = account.note.map { note in
            OrderedJSON.object([
                "type": .string(CXFDocument.Credential.note.rawValue),
                "content": .object(["fieldType": .string(CXFDocument.text), "value": .string(note)]),
            ])
        }
        return .object([
            "id": try id(random),
            "creationAt": seconds(account.createdAt),
            "modifiedAt": seconds(account.updatedAt),
            "title": .string(account.title),
            "favorite": account.isFavorite ? true : nil,
            "tags": tags.isEmpty ? nil : .array(tags.map { .string($0) }),
            "credentials": .array([credential(account)] + (note.map { [$0] } ?? [])),
        ])
    }

    package static func credential(_ account: Account) -> OrderedJSON {
        let parameters = account.parameters
        let algorithm =
            parameters.kind == .steam ? CXFDocument.steam : parameters.algorithm.rawValue.lowercased()
        return .object([
            "type": .string(CXFDocument.Credential.totp.rawValue),
            "secret": .string(account.secret.base32),
            "period": parameters.period.map { .integer($0) },
            "digits": .integer(parameters.digits),
            "username": account.name.isEmpty ? nil : .string(account.name),
            "algorithm": .string(algorithm),
            "issuer": account.issuer.isEmpty ? nil : .string(account.issuer),
        ])
    }

    private static func id(_ random: any RandomSource) throws(ExportError) -> OrderedJSON {
        .string(Base64.encodeForURL(try random.bytes(idCount)))
    }

    private static func seconds(_ time: Date) -> OrderedJSON { .integer(Int64(time.timeIntervalSince1970)) }
}
