import CAssets
import Encodings
import FormatEngine
import Links
import TOTPDomain

/// A shell script that puts accounts onto a YubiKey, with Yubico's program ykman (`Docs/formats/ykman.md`).
package struct YubiKeyExport: ExportFormat {
    package init() {}

    /// The capacity of the newest keys.
    private static let mostAccounts = 64
    private static let fewestBytes = 2

    package let description = ExportDescription(
        id: "ykman", group: .authenticatorApp,
        app: "YubiKey (ykman)",
        file: "shell script for ykman", fileExtension: "sh",
        protection: .none,
        capabilities: ExportCapabilities(
            kinds: [
                .totp: .init(digits: 6...8),
                .hotp: .init(digits: 6...8, largestCounter: Int64(UInt32.max)),
                .steam: .steam,
            ],
            cautions: [
                .init(
                    "A YubiKey stores up to 64 accounts, and before firmware 5.7 up to 32. It never gives a secret "
                        + "out again: keep the accounts elsewhere as well."),
                .init(
                    "SHA512 needs firmware 4.3.1 or newer, and no YubiKey 4 FIPS.", concerns: [.algorithm(.sha512)]),
            ]),
        importSteps: .command("sh ", thenFile: "")
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description, named: "a YubiKey")
        selection.leaveOut(
            .secretTooShort, "a YubiKey needs secrets of at least \(Self.fewestBytes) bytes"
        ) { $0.secret.bytes.count < Self.fewestBytes }
        var ids = CredentialIDs(), count = 0
        let named = selection.map { (account) throws(EntryError) in try ids.add(account) }
        let stored = Dictionary(uniqueKeysWithValues: zip(selection.accounts.map(\.index), named))
        selection.leaveOut(.tooManyAccounts, "a YubiKey stores at most \(Self.mostAccounts) accounts") { _ in
            count += 1
            return count > Self.mostAccounts
        }
        let links = selection.links(writing: { KeyURI.write(stored[$0.index] ?? $0.account) })
        // ykman never overwrites: it asks, and gets no answer. It asks for the key's password on the terminal.
        let script = LinkScript.bytes(cassets_yubikey_script(), links.map { $0 + "\n" }, noun: "account")
        return selection.export("yubikey.sh", script, keepsNames: true)
    }
}

/// The key by which a YubiKey distinguishes accounts: period, issuer and name, in at most 64 bytes.
private struct CredentialIDs {
    private var ids = UniqueNames<[UInt8]>()

    private static let longest = 64

    /// - Returns: the account with the names that it has on the key.
    mutating func add(_ account: Account) throws(EntryError) -> Account {
        var named = try Self.named(account)
        let asked = named.name
        _ = try ids.number(for: Self.id(named)) { (number) throws(EntryError) in
            if number > 1 { named.name = "\(asked) \(number)" }
            let id = Self.id(named)
            guard id.count <= Self.longest else {
                throw EntryError(
                    .nameNotSupported,
                    "issuer and name have at most \(Self.longest) bytes together on a YubiKey, not \(id.count)")
            }
            return id
        }
        return named
    }

    private static func named(_ account: Account) throws(EntryError) -> Account {
        var named = account
        (named.issuer, named.name) = (oneLine(account.issuer), oneLine(account.name))
        if account.parameters.kind == .steam {
            named.issuer = "Steam"
            named.parameters = try Self.steam
        } else {
            // The issuer ends at the first colon.
            named.issuer = named.issuer.replacing(":", with: "-")
        }
        if named.issuer.isEmpty { named.name = named.name.replacing(":", with: "-") }
        if named.parameters.period == 30 {
            let path = named.issuer.isEmpty ? \Account.name : \.issuer
            named[keyPath: path] = withoutPeriod(named[keyPath: path])
        }
        if named.name.isEmpty { named.name = named.issuer }
        guard !named.name.isEmpty else {
            throw EntryError(.nameNotSupported, "a YubiKey needs a name, and the account has none")
        }
        return named
    }

    /// ykman does not find the period in front of a name of several lines.
    private static func oneLine(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            scalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        return String(scalars).trimmingWhitespace
    }

    /// Digits and a slash in front of a name are the period, which is left out if it is 30.
    private static func withoutPeriod(_ text: String) -> String {
        var scalars = text.unicodeScalars
        guard let slash = scalars.firstIndex(where: { $0.properties.generalCategory != .decimalNumber }),
            slash > scalars.startIndex, scalars[slash] == "/"
        else { return text }
        scalars.replaceSubrange(slash...slash, with: CollectionOfOne("-"))
        return String(scalars)
    }

    /// ykman knows Steam by the issuer.
    private static var steam: OTPParameters {
        get throws(EntryError) { try OTPParameters(kind: .totp, algorithm: .sha1, digits: 5, period: 30) }
    }

    private static func id(_ account: Account) -> [UInt8] {
        let period = account.parameters.period.map { $0 == 30 ? "" : "\($0)/" } ?? ""
        let issuer = account.issuer.isEmpty ? "" : "\(account.issuer):"
        return Array("\(period)\(issuer)\(account.name)".utf8)
    }
}
