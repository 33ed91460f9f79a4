import CAssets
import Encodings
import FormatEngine
import Links
import TOTPDomain

/// A shell script that writes accounts into the secrets engine `totp` of HashiCorp Vault or OpenBao
/// (`Docs/formats/hashicorp-vault.md`).
package struct HashiCorpVaultExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        id: "hashicorp-vault",
        app: "HashiCorp Vault, OpenBao",
        file: "shell script for vault or bao", fileExtension: "sh",
        protection: .none,
        // Others are refused (builtin/logical/totp/path_keys.go).
        capabilities: ExportCapabilities(
            kinds: [.totp: .init(digits: 6...8, except: [7])],
            cautions: [
                .init(
                    "The secrets engine is expected at totp/: vault secrets enable totp. It never gives a secret out "
                        + "again: keep the accounts elsewhere as well.")
            ]),
        importSteps: .command("sh ", thenFile: "")
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description, named: "Vault")
        let links = selection.links(writing: { KeyURI.write(Self.named($0.account)) })
        var names = KeyNames()
        let keys = zip(selection.accounts, links).map { "totp/keys/\(names.add($0.account))\n\($1)\n" }
        // Nothing is overwritten, even if a key cannot be read.
        let script = LinkScript.bytes(cassets_vault_script(), keys, noun: "key")
        return selection.export("vault.sh", script, keepsNames: true)
    }

    /// The issuer ends at the first colon, and a name without an issuer has no colon.
    private static func named(_ account: Account) -> Account {
        var named = account
        named.issuer = account.issuer.replacing(":", with: "-")
        if account.issuer.isEmpty { named.name = account.name.replacing(":", with: "-") }
        return named
    }
}

/// The names of keys: letters, digits, hyphens, dots, at signs and underscores. The first and the last character are a
/// letter, a digit or an underscore.
private struct KeyNames {
    private var names = UniqueNames<String>()

    mutating func add(_ account: Account) -> String {
        let text = [account.issuer, account.name].filter { !$0.isEmpty }.joined(separator: "-")
        let safe = text.utf8.map { Self.isWord($0) || "-.@".utf8.contains($0) ? $0 : ASCII.hyphen }
        let start = safe.drop { !Self.isWord($0) }
        let end = start.lastIndex(where: Self.isWord).map { start[...$0].prefix(Self.longest) } ?? []
        var base = String(decoding: end, as: UTF8.self)
        if base.isEmpty { base = "account" }
        if let last = base.utf8.last, !Self.isWord(last) { base += "_" }
        func numbered(_ number: Int) -> String { number == 1 ? base : "\(base)-\(number)" }
        return numbered(names.number(for: base, numbered))
    }

    private static let longest = 100

    private static func isWord(_ byte: UInt8) -> Bool {
        byte &- 48 < 10 || ASCII.lowercased(byte) &- 97 < 26 || byte == ASCII.underscore
    }
}
