import Encodings
import FormatEngine
import TOTPDomain

/// The YAML that totp-cli imports: namespaces with accounts (`Docs/formats/totp-cli.md`).
package struct TOTPCLIExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: TOTPCLIFormat(),
        file: "YAML", fileExtension: "yaml",
        protection: .none,
        capabilities: ExportCapabilities(
            kinds: [.totp: .init(digits: 1...9)],
            cautions: [
                .init(
                    "totp-cli asks whether to overwrite accounts of the same name, and then replaces the secret but "
                        + "no other parameter: delete those accounts in totp-cli first.")
            ]),
        importSteps: .command("totp-cli import --input ", thenFile: "")
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description)
        var namespaces = Namespaces()
        for storable in selection.accounts {
            let names = namespaces.add(storable.account)
            selection.recordName(storable, as: AccountLabel.normalized(issuer: names.issuer, name: names.name))
        }
        return selection.export("totp-cli.yaml", Array(namespaces.yaml.utf8), keepsNames: true)
    }
}

/// The issuers, each once, with their accounts: totp-cli finds an account by both names.
private struct Namespaces {
    private var accounts = NamedGroups<String>()
    private var keys = UniqueNames<[UInt8]>()

    private static let nameless = "default"

    /// - Returns: the names in the file.
    mutating func add(_ account: Account) -> (issuer: String, name: String) {
        let issuer = account.issuer.isBlank ? Self.nameless : account.issuer
        let asked = account.name.isBlank ? issuer : account.name
        func key(_ name: String) -> [UInt8] { Array(issuer.utf8) + [0] + Array(name.utf8) }
        func numbered(_ number: Int) -> String { number == 1 ? asked : "\(asked) \(number)" }
        let name = numbered(keys.number(for: key(asked)) { key(numbered($0)) })
        accounts.add(Self.account(account, name), to: issuer)
        return (issuer, name)
    }

    /// Other spellings of the algorithm are taken for SHA1, and padding of the secret is an error.
    private static func account(_ account: Account, _ name: String) -> String {
        """
            - name: \(quoted(name))
              token: "\(account.secret.base32)"
              prefix: ""
              algorithm: \(account.parameters.algorithm.rawValue.lowercased())
              length: \(account.parameters.digits)
              timePeriod: \(account.parameters.period ?? 30)

        """
    }

    var yaml: String {
        accounts.all.map { "- name: \(Self.quoted($0.name))\n  accounts:\n\($0.values.joined())" }.joined()
    }

    /// As in JSON, which is also YAML, except for two characters that YAML does not allow unescaped.
    private static func quoted(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in String(decoding: OrderedJSON.string(text).utf8, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\u{FFFE}", "\u{FFFF}": scalars += "\\u\(String(scalar.value, radix: 16))".unicodeScalars
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}
