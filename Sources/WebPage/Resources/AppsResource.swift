import Encodings
import TOTPDomain
import TOTPImport

extension Route {
    static let apps = [
        Route("GET", "/api/apps") { _ in .json(.object(["apps": .array(AppSearch.aims.map(\.json))])) },
        // The apps that a typed text may mean: apps to leave, and apps to move to.
        Route("GET", "/api/apps/*") { call in
            let found = AppSearch.found(call.parameters.first ?? "")
            let aims = Set(AppSearch.aims.map(\.id))
            let leaves = found.filter { $0.reader != nil || $0.withoutExport != nil }
            return .json(
                .object([
                    "from": .array(leaves.map { .string($0.app.withoutParentheses) }),
                    "to": .array(found.map(\.id).filter(aims.contains).map { .string($0.rawValue) }),
                ]))
        },
        // For an app that scans one QR code per account: the accounts whose codes it would not generate.
        Route("POST", "/api/apps/*/fits", limit: Limit.webBody) { call in
            guard let aim = AppSearch.aims.first(where: { $0.id.rawValue == call.parameters.first }) else {
                throw Problem.notFound
            }
            let items = try await call.session.accounts().items(try call.members("accounts").accounts("accounts"))
            return .json(aim.fits(items))
        },
    ]
}

extension ExportDescription {
    var stepsOnPage: String { AppSearch.apps.first { $0.id == id }?.stepsOnPage ?? importSteps }
}

extension FormatEntry {
    private var known: KnownApp? { KnownApp.all[id] }

    /// How it takes accounts, without commands.
    fileprivate var stepsOnPage: String { known?.pageSteps ?? arrival.steps.sentence(in: isApp ? name : nil) }

    /// How it takes accounts, with the words of its own menus.
    fileprivate var json: OrderedJSON {
        var json = OrderedJSON.object([
            "id": .string(id.rawValue), "app": .string(name), "group": .string(isApp ? "app" : "file"),
        ])
        switch arrival.way {
        case .file(let format, let isPlain):
            json["way"] = "file"
            json["format"] = .string(format.rawValue)
            json["plain"] = isPlain ? true : nil
            json["scans"] = scans ? true : nil
        case .qrCodes: json["way"] = "codes"
        case .typed: json["way"] = "typed"
        case .nothing(let reason, let advice):
            json["way"] = "nothing"
            json["reason"] = .string("\(reason); \(advice.forPage.description)")
        }
        json["several"] = arrival.way == .qrCodes(severalPerCode: true) || known?.readsGoogleCodes == true ? true : nil
        json["take"] = arrival.ending == .nothing ? nil : .string(stepsOnPage)
        json["source"] = known.flatMap { $0.source.isEmpty ? nil : .string($0.source) }
        return json
    }

    /// The kinds of accounts that links have; only some apps know others, in ways of their own.
    private static let usual = ExportCapabilities(kinds: [.totp: .all, .hotp: .all])

    fileprivate func fits(_ items: [Account]) -> OrderedJSON {
        let leftOut = items.compactMap { account in
            (known?.holds ?? Self.usual).problem(of: account, in: name).map { (account, $0.textOnPage) }
        }
        let isKnown = known?.holds != nil, isLeftOut = Set(leftOut.map(\.0.id))
        let unsure = items.filter { account in
            let parameters = account.parameters
            return !isKnown && !isLeftOut.contains(account.id)
                && (parameters.digits != 6 || parameters.algorithm != .sha1 || parameters.period != 30)
        }
        return .object([
            "app": .string(name), "count": .integer(items.count - leftOut.count),
            "leftOut": .array(leftOut.map { $0.leftOutJSON(hasType: true, $1) }),
            "unsure": .array(unsure.map { .string($0.label) }),
        ])
    }
}
