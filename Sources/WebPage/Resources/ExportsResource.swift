import Containers
import Encodings
import Platform
import SecureMemory
import TOTPDomain
import TOTPImport

extension Route {
    static let exports = [
        Route("POST", "/api/exports", limit: Limit.webBody) { call in
            let order = try ExportOrder(call)
            let items = try await call.session.accounts().items(order.accounts)
            if call.flag("preview") {
                return .json(try await call.session.workers.run { try await order.preview(of: items) })
            }
            let (response, written) = try await call.session.workers.run { try await order.write(items) }
            await call.session.didMove(written)
            return response
        },
        Route("POST", "/api/passphrases") { _ in
            let passphrase = try GeneratedPassphrase.standard.make()
            return .json(.object(["passphrase": passphrase.text.map { .string($0) }]))
        },
        Route("POST", "/api/passphrases/check", limit: Limit.typedPassphrase) { call in
            let weakness = call.passphrase.flatMap { PassphraseStrength.weakness(of: $0) }
            return .json(.object(["weakness": weakness.map { .string($0) }]))
        },
    ]
}

extension Session {
    /// These accounts are in a file that the user has, or in another app.
    func didMove(_ accounts: [Account.ID]) {
        downloaded.formUnion(accounts)
        revision += 1
    }
}

extension Members {
    /// The options that a format has.
    func exportOptions(of format: Set<ExportOptions.Name>) throws -> ExportOptions {
        var options = ExportOptions()
        for option in ExportOptions.Name.allCases {
            guard let text = try string(option.rawValue) else { continue }
            guard format.contains(option) else { throw Problem.malformed("this format has no \(option.rawValue)") }
            if let rule = options.set(option, to: text) {
                throw Problem(422, "option-\(option.rawValue)", "\(option.question.label) must be \(rule)")
            }
        }
        return options
    }
}

extension ExportOptions.Name {
    /// How the page asks for it.
    fileprivate var json: OrderedJSON {
        let question = question
        return .object([
            "name": .string(rawValue), "label": .string(question.label), "hint": .string(question.hint),
            "values": .object(question.values.map { .init(key: $0.value, value: .string($0.words)) }),
            "usual": question.usual.map { .string($0) },
        ])
    }
}

/// The accounts to write, the app, and the options.
private struct ExportOrder: Sendable {
    let format: any ExportFormat
    let accounts: [Account.ID]?
    let passphrase: Passphrase?
    let options: ExportOptions

    init(_ call: Call) throws {
        let members = try Members(
            call.request.body,
            ["format", "accounts", "protection", "acceptsWeak"] + ExportOptions.Name.allCases.map(\.rawValue))
        format = try exportFormat(FormatID(rawValue: try members.string("format") ?? ""))
        accounts = try members.accounts("accounts")
        options = try members.exportOptions(of: format.description.options)
        let given = try Self.passphrase(call.request)
        guard !call.flag("preview") else {
            passphrase = nil
            return
        }
        switch try members.string("protection") {
        case "passphrase":
            guard let given else {
                throw Problem(422, "password-required", "no passphrase was typed", .text("type one, or take the words"))
            }
            if try members.bool("acceptsWeak") != true { try Problem.checkStrength(of: given) }
            passphrase = given
        case "none": passphrase = nil
        default: throw Problem.malformed("protection is not passphrase or none")
        }
    }

    private static func passphrase(_ request: Request) throws -> Passphrase? {
        guard let text = request.header("export-passphrase"), !text.isEmpty else { return nil }
        guard text.utf8.count <= 2 * Limit.typedPassphrase, var bytes = Base64.decode(text), !bytes.isEmpty else {
            throw Problem.malformed("the passphrase is not base64url")
        }
        defer { bytes.wipe() }
        return Passphrase(utf8: bytes)
    }

    /// Returns the details that the app cannot store, before anything is written.
    func preview(of items: [Account]) async throws -> OrderedJSON {
        // A format that is always encrypted needs some passphrase, and nothing of this remains.
        let protection: ExportRequest.Protection =
            format.description.protection == .required ? .passphrase(try GeneratedPassphrase.standard.make()) : .none
        let export = try format.write(
            ExportRequest(
                items: items, protection: protection, options: options, now: .wholeSecondNow,
                random: Parts.standard.random))
        let written = export.written(items)
        let cautions = format.description.capabilities.cautions(for: written)
        return .object([
            "format": .string(format.description.id.rawValue), "app": .string(format.description.app),
            "count": .integer(written.count), "encrypted": .string(format.description.protection.rawValue),
            "seconds": format.secondsToEncrypt.map { .integer($0) },
            "leftOut": .array(
                export.leftOut.map {
                    items[$0.index].leftOutJSON(hasType: true, code: $0.code.rawValue, $0.reasonOnPage)
                }),
            "losses": .array(
                export.losses.map { loss in
                    .object([
                        "account": .string(items[loss.index].id.uuidString), "label": .string(items[loss.index].label),
                        "code": .string(loss.code.rawValue), "what": .string(loss.what),
                    ])
                }),
            "options": .array(
                ExportOptions.Name.allCases.filter(format.description.options.contains).map(\.json)),
            "notes": .array(cautions.map { .string($0.text) }), "ending": .string(format.description.ending),
            "import": .string(format.description.stepsOnPage),
        ])
    }

    /// - Returns: the file, and the accounts that are in it.
    func write(_ items: [Account]) async throws -> (Response, [Account.ID]) {
        guard !items.isEmpty else {
            throw Problem(422, "empty", "there are no accounts to write", .text("add some first"))
        }
        let id = format.description.id
        var writer = AccountWriter(format: id, passphrase: passphrase)
        writer.options = options
        let (export, verified) = try await writer.written(items)
        guard verified > 0 else {
            throw Problem(
                422, "empty", "\(format.description.app) can store none of the accounts", .text("choose another app"))
        }
        let isFolder = format.description.layout == .folder
        let bytes: [UInt8]
        if isFolder {
            let tar = TarWriter(modified: Date().secondsSince1970)
            bytes = export.files.flatMap { tar.entry($0.name, $0.bytes) } + TarWriter.end
        } else {
            bytes = export.files.first?.bytes ?? []
        }
        let name = isFolder ? "\(id).tar" : export.files.first?.name ?? "\(id)"
        let json = OrderedJSON.object([
            "name": .string(name), "count": .integer(items.count), "verified": .integer(verified),
            "text": .string(ExportDescription.result(verified, in: name)), "leftOut": .integer(export.leftOut.count),
            "losses": .integer(export.losses.count), "ending": .string(format.description.ending),
            "use": .string(format.description.use == .kept ? "kept" : "once"),
            "warning": format.description.warning(name, isEncrypted: passphrase != nil).map { .string($0) },
        ])
        return (Response.download(bytes, named: name, result: json), export.written(items).map(\.id))
    }
}
