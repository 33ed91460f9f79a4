import Encodings
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

/// A member, an element, an attribute, a key, a column or a setting with another name is missed aloud. That genuine files
/// have no such names is tested with their accounts.
@Suite("Renamed members, elements, columns and settings")
struct RenamedMemberTests {
    /// Texts, which read without a problem and without options.
    private static let exports = (ExportSample.goodFixtures + ExportSample.corpus + ExportSample.corpus2).filter {
        let name = $0.url.lastPathComponent
        guard $0.expected.password == nil, $0.expected.error == nil, $0.expected.arguments.isEmpty,
            !name.hasPrefix("newer"), let format = $0.expected.format, format != "otpauth",
            let bytes = try? FixtureFolder.bytes($0.url), bytes.count < 60_000
        else { return false }
        return SourceContent(bytes).kind == .text
    }

    /// Names in files that were made to have more than the app writes.
    static let strangers: Set<String> = ["newMember", "deep", "future", "unknown", "x"]

    /// One name in a file, each time that it comes or the second time alone.
    struct Renaming: Sendable, CustomTestStringConvertible {
        let sample: ExportSample
        let path: String
        let isSecondAlone: Bool
        fileprivate let places: [[Range<Int>]]

        var testDescription: String { "\(sample.place) \(path)\(isSecondAlone ? " of the second" : "")" }
    }

    /// Whether a name is someone's data, or says nothing of an account.
    private static func isData(_ renaming: Renaming) -> Bool {
        let place = renaming.sample.place, path = renaming.path
        if tablesWithoutHeader.contains(where: place.contains) || withoutMeaning.contains("\(place) \(path)") {
            return true
        }
        switch renaming.sample.expected.format {
        // Ids and names of users, of sites and of custom fields.
        case "home-assistant": return path.hasPrefix("/data/users/")
        case "json-list", "list": return true
        // The contents of an item of 1PIF have the names of its template.
        case "onepassword": return path.hasPrefix("/openContents/")
        case "keeper": return path.contains("/custom_fields/")
        // What is beside the records of a realm is read for its issuer alone.
        case "keycloak": return path.hasSuffix("displayName") || path.hasSuffix("/realm")
        case "authenticator-extension": return path.count == 33
        // Nothing is said of a server's other users and settings.
        case "server": return !["/methods/[]/", "/info_list/"].contains(where: path.contains)
        default: return false
        }
    }

    /// The first row is data.
    static let tablesWithoutHeader = [
        "enpass/", "oath-token-csv/", "headerless", "keeper/", "linotp", "privacyidea", "servers-",
    ]

    private static let withoutMeaning: Set<String> = [
        // An empty value is not named.
        "andotp/old-labels.json /[]/issuer",
        // The names of sites, and of a user among other settings.
        "env-list/totoro.toml github", "env-list/totoro.toml google", "env-list/totoro.toml mail",
        "env-list/settings.ini otp_user", "env-list/kubernetes.yaml otp_user",
        // Settings in which there is a list: the list is named.
        "authenticator-extension/plain.json /UserSettings",
        // Contradictions that the app's format rejects are two accounts elsewhere, which is said.
        "dashlane/fewer-columns.csv category", "dashlane/fewer-columns.csv note", "dashlane/fewer-columns.csv url",
        "passman/rejected.csv otp",
        // The column is empty, and the name of an entry is kept in the note.
        "aegis/bitwarden.csv login_password",
    ]

    private static let word = ProcessInfo.processInfo.environment["RENAMED"] ?? "qvexo"

    /// Names that were missed in silence.
    private static let always: Set<String> = [
        "aegis/page.html <tr> of the second", "apple-passwords/older.csv Url", "apple-passwords/rejected.csv Notes",
        "authy-scripts/gist.json /[]/uri", "authy-scripts/gist.json /[]/uri of the second",
        "csv/markdown.md Secret key", "dashlane/plain.csv username", "entra-graph/list.json /value",
        "env-list/kubernetes.yaml apiVersion of the second", "env-list/kubernetes.yaml kind of the second",
        "env-list/secrets.env BANK_TOTP_DIGITS", "env-list/secrets.env BANK_TOTP_PERIOD",
        "onepassword/plain.1pif /secureContents/fields", "onepassword/plain.1pif /secureContents/notesPlain",
        "onepassword/plain.1pif /secureContents/sections", "raivo/plain.html <h3>",
        "raivo/plain.html <h3> of the second", "raivo/plain.html <h4> of the second",
        "stratum/plain.html <code> of the second",
    ]

    /// All of them if the environment asks for it, else some.
    private static let renamings: [Renaming] = {
        let all = exports.flatMap { sample -> [Renaming] in
            guard let bytes = try? FixtureFolder.bytes(sample.url) else { return [] }
            return NamesInText(SourceContent(bytes)).all.flatMap { name in
                [Renaming(sample: sample, path: name.path, isSecondAlone: false, places: name.places)]
                    + name.places.dropFirst().prefix(1).map {
                        Renaming(sample: sample, path: name.path, isSecondAlone: true, places: [$0])
                    }
            }
        }
        return all.enumerated().filter { index, renaming in
            Thoroughness.isWhole || index.isMultiple(of: 7) || always.contains(renaming.testDescription)
        }.map(\.element)
    }()

    @Test(
        "Another name changes nothing, is named, or the file or the record is refused",
        arguments: renamings)
    func renamed(renaming: Renaming) throws {
        let bytes = try FixtureFolder.bytes(renaming.sample.url), siblings = SiblingFiles(of: renaming.sample.url)
        let base = try renaming.sample.reading.get()
        let text = NamesInText.renaming(renaming.places, in: SourceContent(bytes).text, to: Self.word)
        guard let document = try? read(text, siblings: siblings) else { return }
        if Self.isData(renaming) { return }
        let isSame = document.items.map(\.fieldsLine) == base.items.map(\.fieldsLine)
        // For another format, all of the file may be rejected.
        let isRefused =
            document.rejections.count > base.rejections.count
            || document.format != base.format && !document.rejections.isEmpty
        let isNamed = document.warnings.contains { $0.message.contains(Self.word) }
        #expect(isSame || isRefused || isNamed, "\(document.format), \(document.items.count) accounts")
    }
}
