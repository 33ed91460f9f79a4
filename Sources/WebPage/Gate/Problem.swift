import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain
import TOTPImport
import Vault

/// Why a request is refused, or fails: the words of the command line, as RFC 9457 wants them.
package struct Problem: Error, Advised, Sendable, Hashable {
    package var status: Int
    package var code: String
    package var problem: String
    package var advice: Advice?
    /// The things that it is about, one per line.
    package var lines: [String] = []

    package init(_ status: Int, _ code: String, _ problem: String, _ advice: Advice? = nil) {
        (self.status, self.code, self.problem, self.advice) = (status, code, problem, advice)
    }

    package static let titles = [
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        408: "Request Timeout", 409: "Conflict", 411: "Length Required", 413: "Content Too Large",
        422: "Unprocessable Content", 423: "Locked", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 503: "Service Unavailable",
    ]

    package var json: OrderedJSON {
        .object([
            "status": .integer(status), "title": Self.titles[status].map { .string($0) }, "code": .string(code),
            "detail": .string(textOnPage), "problem": .string(problem),
            "advice": advice.map(\.json), "lines": lines.isEmpty ? nil : .array(lines.map { .string($0) }),
        ])
    }

    package var response: Response {
        Response(status, [("Content-Type", "application/problem+json")], body: json.utf8)
    }

    /// - Parameter methods: those that a resource knows, for another method.
    func response(allowing methods: @autoclosure () -> String) -> Response {
        var response = response
        if status == 405 { response.headers.append((name: "Allow", value: methods())) }
        return response
    }

    /// The problem of any error.
    package init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as SourceError: self.init(422, error.code.rawValue, error.problem, error.remedy)
        case let error as EntryError: self.init(422, error.code.rawValue, error.reason)
        case let error as ExportError:
            self.init(error.code == .formatUnknown ? 404 : 422, error.code.rawValue, error.message)
        case VaultError.wrongPassphrase: self.init(422, "wrong-password", "wrong passphrase", .text("try again"))
        case VaultError.wrongPassphraseOrCode:
            self.init(422, "wrong-password", "wrong passphrase", .text("try again, or use a recovery code"))
        case VaultError.passphraseChanged:
            let error = VaultError.passphraseChanged
            self.init(409, "passphrase-changed", error.problem, error.advice)
        case let error as VaultError:
            self.init(422, AccountVaultError(error).code.rawValue, error.problem, error.advice)
        case let error as FileError: self.init(VaultError.file(error))
        case let error as AppSearchError: self.init(404, "not-found", error.message)
        case let error as VaultConflict:
            self.init(409, "changed-meanwhile", error.problem, .text("look at its changes, and make yours again"))
        case let error as LedgerError: self.init(500, "internal", error.description)
        case is CancellationError: self.init(503, "busy", "the program is ending", .text("start it again"))
        // Only its type: the text of an unknown error may contain a secret.
        default: self.init(500, "internal", "internal error: \(type(of: error))", .text("please report this"))
        }
    }
}

extension Advice {
    /// As a sentence without its full stop.
    var json: OrderedJSON { .string(forPage.sentence) }
}

extension Problem {
    static func malformed(_ what: String) -> Problem {
        Problem(400, "malformed", "the request is not understood: \(what)", .text("load the page again"))
    }

    static let notFound = Problem(404, "not-found", "this does not exist any more", .text("load the page again"))
}
