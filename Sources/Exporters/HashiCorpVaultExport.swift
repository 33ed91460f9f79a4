import Encodings
import Importers
import Links
import TOTPDomain

/// A shell script that writes accounts into the secrets engine `totp` of HashiCorp Vault or OpenBao
/// (`Docs/formats/hashicorp-vault.md`).
package struct HashiCorpVaultExport: ExportFormat {
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
        return selection.export("vault.sh", Array(Self.script(keys).utf8), keepsNames: true)
    }

    /// The issuer ends at the first colon, and a name without an issuer has no colon.
    private static func named(_ account: Account) -> Account {
        var named = account
        named.issuer = account.issuer.replacing(":", with: "-")
        if account.issuer.isEmpty { named.name = account.name.replacing(":", with: "-") }
        return named
    }

    /// One process per key, which reads the link from standard input: an argument would be in the list of processes.
    /// For the same reason `printf` must be built into the shell. Nothing is overwritten, even if a key cannot be read.
    private static func script(_ keys: [String]) -> String {
        """
        #!/bin/sh
        # Writes \(counted(keys.count, "key")) into Vault. Delete this file afterwards: it has their secrets.
        keys=\(keys.count)
        stop() {
            echo "$1" >&2
            exit 2
        }
        [ "$(command -v printf)" = printf ] || stop "this shell would show the secrets; run it with bash"
        vault=$(command -v vault || command -v bao) || stop "neither vault nor bao is installed; install one"
        "$vault" token lookup > /dev/null || stop "no access; check VAULT_ADDR, and run: ${vault##*/} login"
        failed=0
        while read -r key && read -r link; do
            case $("$vault" read "$key" < /dev/null 2>&1) in
                *"No value found"*) printf '%s' "$link" | "$vault" write "$key" url=- > /dev/null && continue ;;
            esac
            echo "not added, or there already: $key" >&2
            failed=$((failed + 1))
        done << 'END'
        \(keys.joined())END
        if [ "$failed" -gt 0 ]; then
            echo "$failed of $keys keys were not added; compare with: ${vault##*/} list totp/keys" >&2
            exit 1
        fi
        echo "all $keys keys are in Vault; compare some codes, then delete this file"

        """
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
