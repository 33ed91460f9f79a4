import Encodings
import FormatEngine
import Links
import TOTPDomain

/// The text of an account's secret, which may be encrypted by itself.
struct WinAuthData {
    let text: Result<String, EntryError>
    /// Whether a passphrase of its own opened it; nil if it has no passphrase.
    private(set) var isOpened: Bool?

    /// - Throws: ``SourceError`` with `limit-exceeded`.
    init(of account: XMLElement, _ request: ImportRequest) throws(SourceError) {
        var data = account["authenticatordata"] ?? account["authenticator"] ?? account
        if !data.attribute("encrypted").isEmpty {
            let part = try Self.open(data, request) { Self.element($0) != nil }
            isOpened = part.isOpened
            switch part.bytes {
            case .failure(let error):
                text = .failure(error)
                return
            case .success(let bytes):
                guard let element = Self.element(bytes) else {
                    text = .failure(.unreadable)
                    return
                }
                data = element
            }
        }
        guard let secret = data["secretdata"] else {
            text = .failure(EntryError(.secretMissing, "the entry has no secret"))
            return
        }
        guard !secret.attribute("encrypted").isEmpty else {
            text = .success(secret.trimmedText)
            return
        }
        // As WinAuth did before version 3, without a hash: only the serial after the secret proves the passphrase.
        let part = try Self.open(secret, request) { bytes in
            let serial = bytes.dropFirst(WinAuthAccount.oldSecretCount)
            return !serial.isEmpty && serial.allSatisfy { (0x20...0x7E).contains($0) }
        }
        isOpened = part.isOpened
        text = part.bytes.map { Hex.encode($0) }
    }

    private static let withoutPassphrase = EntryError(
        .fieldDamaged, "encrypted with a password of its own, and none of those given opens it",
        "give its password as well, or use Export in WinAuth")

    /// Tries all passphrases: an account may have another passphrase than the file.
    ///
    /// - Parameter isPlain: whether bytes without a hash are a plaintext.
    private static func open(
        _ element: XMLElement, _ request: ImportRequest, isPlain: ([UInt8]) -> Bool
    ) throws(SourceError) -> (bytes: Result<[UInt8], EntryError>, isOpened: Bool?) {
        if let obstacle = SourceError.obstacle(element.attribute("encrypted")) {
            return (.failure(EntryError(.fieldDamaged, obstacle.problem, obstacle.advice)), nil)
        }
        let box: WinAuthBox
        do throws(SourceError) { box = try WinAuthBox(element.trimmedText) } catch {
            return (.failure(.unreadable), nil)
        }
        var tried: Set<Passphrase> = []
        for passphrase in (request.passphrase.map { [$0] } ?? []) + request.knownPassphrases
        where tried.insert(passphrase).inserted {
            do throws(SourceError) {
                let opened = try box.open(passphrase, request.limits)
                if opened.isVerified || isPlain(opened.bytes) { return (.success(opened.bytes), true) }
            } catch {
                guard error.code == .wrongPassphrase else { throw error }
            }
        }
        return (.failure(withoutPassphrase), false)
    }

    /// The element `authenticatordata` of a text, with its content; nil for another element.
    private static func element(_ bytes: [UInt8]) -> XMLElement? {
        let text = SourceContent(bytes).text
        guard let name = XMLElement.rootName(of: text), ["authenticatordata", "authenticator"].contains(name) else {
            return nil
        }
        var element = XMLElement(name: name, attributes: [:])
        do throws(SourceError) {
            try XMLElement.read(text, root: { _ throws(SourceError) in }) { child throws(SourceError) in
                element.children.append(child)
            }
            return element
        } catch { return nil }
    }
}

/// An account of WinAuth: its class says how its codes are made.
struct WinAuthAccount: ExportedAccount {
    let names: (issuer: String, name: String)
    let data: WinAuthData
    private let type: String
    private let kind: Kind?

    private enum Kind {
        case totp, hotp, steam, battleNet, trion

        /// - Parameter name: the name of the class, in lower case.
        init?(_ name: String) {
            switch name {
            case "googleauthenticator", "microsoftauthenticator", "guildwarsauthenticator", "oktaverifyauthenticator":
                self = .totp
            case "hotpauthenticator": self = .hotp
            case "steamauthenticator": self = .steam
            case "battlenetauthenticator", "": self = .battleNet
            case "trionauthenticator": self = .trion
            default: return nil
            }
        }

        /// The issuer that the app gives its accounts.
        var issuer: String {
            switch self {
            case .steam: "Steam"
            case .battleNet: "BattleNet"
            case .totp, .hotp, .trion: ""
            }
        }
    }

    /// The bytes of a secret before version 3, which its serial follows.
    static let oldSecretCount = 20

    init(_ account: XMLElement, _ data: WinAuthData) {
        self.data = data
        let types = [account, account["authenticator"]].compactMap { $0?.attribute("type") }
        type = types.first { !$0.isEmpty } ?? ""
        let className = type.split(separator: ".").last.map { $0.lowercased() } ?? ""
        // Before version 3, an authenticator without a type was Battle.net's.
        kind = className.isEmpty && account.name == WinAuthFile.account ? nil : Kind(className)
        var name = account["name"].text
        if name.isEmpty, kind == .battleNet { name = "Battle.net" }
        if name.isEmpty, className == "guildwarsauthenticator" { name = "GuildWars 2" }
        names = Self.names(name, of: kind?.issuer ?? "")
    }

    /// As the app's own export splits a name: `Acme (alice)`. With an issuer of its own, only if it is in front.
    private static func names(_ text: String, of issuer: String) -> (issuer: String, name: String) {
        let scalars = text.unicodeScalars
        guard let open = scalars.firstIndex(of: "("), open > scalars.startIndex,
            scalars[scalars.index(before: open)].isSpace,
            let close = scalars[open...].firstIndex(of: ")")
        else { return (issuer, text) }
        let front = String(scalars[..<open]).trimmingWhitespace
        guard !front.isEmpty, issuer.isEmpty || front == issuer else { return (issuer, text) }
        let inside = scalars[scalars.index(after: open)..<close]
        return (front, String(inside) + String(scalars[scalars.index(after: close)...]))
    }

    func draft() throws(EntryError) -> AccountDraft {
        guard let kind else {
            throw EntryError(.typeUnknown, "the type \(type.quoted) is not one of WinAuth's", .exportFromWinAuth)
        }
        guard kind != .trion else { throw .codesOfTrion }
        let parts = try data.text.get().split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        let fields = (parts.first ?? "").split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        func field(_ index: Int) -> String { fields.count > index ? fields[index].trimmingWhitespace : "" }
        var hex = field(0)
        // The serial follows the secret directly.
        if kind == .battleNet, parts.count == 1, fields.count == 1 { hex = String(hex.prefix(2 * Self.oldSecretCount)) }
        var draft = try AccountDraft(kind: kind == .hotp ? .hotp : kind == .steam ? .steam : .totp, hex: hex)
        let digits = field(1).isEmpty && kind == .battleNet ? "8" : field(1)
        guard kind == .hotp else {
            try draft.take(algorithm: .text(field(2)), digits: .text(digits), period: .text(field(3)))
            return draft
        }
        // The app ignores the hash of these.
        try draft.take(digits: .text(digits), counter: .number(try Self.nextCounter(parts)))
        return draft
    }

    /// The app stores the counter of the code that it showed last.
    private static func nextCounter(_ parts: [String]) throws(EntryError) -> Int64 {
        guard parts.count > 1, let last = Int64(parts[1].trimmingWhitespace), last >= 0, last < .max else {
            throw EntryError(.counterOutOfRange, "the counter is missing or damaged", .exportFromWinAuth)
        }
        return last + 1
    }
}

extension Advice {
    fileprivate static let exportFromWinAuth: Advice = "use Export in WinAuth"
}

extension EntryError {
    fileprivate static let unreadable = EntryError(
        .fieldDamaged, "its encrypted part cannot be read", .exportFromWinAuth)
}
