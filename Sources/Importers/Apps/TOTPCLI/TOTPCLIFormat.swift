import AnythingFormats
import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// The dump of yitsushi's totp-cli, and its own file as it was until 2023 (`Docs/formats/totp-cli.md`).
package struct TOTPCLIFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "totp-cli",
        app: "totp-cli",
        file: "YAML; credentials of before 2023",
        encryption: .optional,
        exportSteps: .command("totp-cli dump --yes-please --output ", thenFile: "")
    )

    private static let account = EntryShape(
        name: "name", secret: "token", secretName: "the token", kind: .always(.totp), algorithm: "algorithm",
        digits: "length", period: "timePeriod")
    private static let members = KnownNames(reading: account, "accounts", texts: "prefix")

    package func recognizes(_ content: SourceContent) -> Bool {
        if TOTPCLIFile.ciphertext(content) != nil { return true }
        guard let json = RecordText.json(of: content, having: "accounts", "token"),
            let root = try? JSONValue(text: json)
        else { return false }
        return GroupedRecords.areAll(
            in: root, ["name", "accounts"], list: "accounts", Set(Self.account.members + ["prefix"]), ["name", "token"])
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let isOwn = TOTPCLIFile.ciphertext(request.content) != nil
        let text =
            isOwn ? try TOTPCLIFile.open(request) : try RecordText.json(of: request.content) ?? request.content.text
        var document = try GroupedRecords.document(
            description.id, text, list: "accounts", request.limits, account: Self.account)
        if isOwn { document.keepsakes = [.appData] } else { document.lookAtComments(of: request.content) }
        return naming(unread: Self.members, in: text, document)
    }

    /// Any base64 may be the program's own file.
    package func hasNoSignature(_ content: SourceContent) -> Bool { TOTPCLIFile.ciphertext(content) != nil }

    private static func account(_ entry: JSONObject, in group: String) throws(EntryError) -> ShapedAccount {
        var account = try Self.account.account(in: entry)
        account.issuer = .text(group)
        // 0 is the usual number.
        if account.digits.whole == 0 { account.digits = nil }
        if account.period.whole == 0 { account.period = nil }
        var problems: [String] = []
        // The program knows these spellings, and takes all others for SHA1.
        if case .text(let name)? = account.algorithm, !["sha1", "sha256", "sha512"].contains(name) {
            account.algorithm = nil
            if !name.isBlank, (try? OTPAlgorithm(named: name)) != .sha1 {
                problems.append("totp-cli takes its algorithm \(name.quoted) for SHA1, and so does this program")
            }
        }
        if try !entry.value("prefix").name.isEmpty {
            problems.append("totp-cli puts a prefix before each code, which is not part of the code here")
        }
        if !problems.isEmpty {
            account.warning = Warning(problems.joined(separator: ", and "), "compare its codes with totp-cli")
        }
        return account
    }
}

/// The program's own file as it was until 2023: base64 of an initialization vector and AES-256-CBC without a MAC, padded
/// with zeros.
enum TOTPCLIFile {
    /// nil for any other text.
    static func ciphertext(_ content: SourceContent) -> [UInt8]? {
        guard content.kind == .text, let bytes = Base64.blocks(in: content.text, of: AESCBC.blockCount),
            bytes.count >= 2 * AESCBC.blockCount
        else { return nil }
        return bytes
    }

    /// The accounts, as they are in a dump. Nothing authenticates them: a passphrase is right if the plaintext is JSON.
    static func open(_ request: ImportRequest) throws(SourceError) -> [UInt8] {
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        guard let bytes = ciphertext(request.content) else { throw .damaged("it is not base64 of whole blocks") }
        let plain: [UInt8]
        do throws(CryptoError) {
            // The key is the start of the hash as it is written.
            let hash = Hex.encode(try Digest.sha1.hash(passphrase.utf8))
            let key = SecureBytes(copying: Array(hash.utf8.prefix(AESCBC.keyCount)))
            plain = try AESCBC.open(
                Array(bytes.dropFirst(AESCBC.blockCount)), key: key, iv: Array(bytes.prefix(AESCBC.blockCount)),
                isPadded: false
            ).copied()
        } catch { throw SourceError(cryptography: error) }
        guard let root = try? JSONValue(text: Array(plain.prefix { $0 != 0 })) else { throw .wrongPassphrase }
        switch root.kind {
        case .array: return Array(root.source)
        case .object: return list(of: root).utf8
        default: throw .wrongPassphrase
        }
    }

    /// In the first versions, groups were objects: `{"NAMESPACE": {"ACCOUNT": "SECRET"}}`.
    private static func list(of groups: JSONValue) -> OrderedJSON {
        .array(
            groups.members.map { group in
                let accounts = group.value.members.map { account in
                    OrderedJSON.object([
                        .init(key: "name", value: .string(account.name)),
                        .init(key: "token", value: .string(account.value.name)),
                    ])
                }
                return .object([
                    .init(key: "name", value: .string(group.name)), .init(key: "accounts", value: .array(accounts)),
                ])
            })
    }
}

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
