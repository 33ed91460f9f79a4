import FixtureSupport
import TOTPDomain
import Testing

@Suite("Files of a newer version")
struct NewerVersionTests {
    private static let warnings: [String: (number: Int64, text: String)] = [
        "2fas/newer": (5, "2FAS schema 5 is newer than 4, the newest known"),
        "aegis/newer": (2, "Aegis version 2 is newer than 1, the newest known"),
        "aegis/newer-content": (4, "Aegis content version 4 is newer than 3, the newest known"),
        "aegis/newer-content-encrypted": (4, "Aegis content version 4 is newer than 3, the newest known"),
        "2fauth/newer": (2, "2FAuth schema 2 is newer than 1, the newest known"),
        "cotp/newer": (3, "cotp export version 3 is newer than 2, the newest known"),
        "proton-authenticator/newer": (2, "Proton Authenticator version 2 is newer than 1, the newest known"),
        "authme/newer": (4, "Authme version 4 is newer than 3, the newest known"),
        "lastpass-authenticator/newer": (4, "LastPass Authenticator version 4 is newer than 3, the newest known"),
    ]

    private static func samples(failing: Bool) -> [ExportSample] {
        ExportSample.fixtures.filter {
            // A CSV of Proton Pass and a backup of Open Authenticator contain no version.
            $0.place.contains("/newer") && !$0.place.hasSuffix(".csv") && !$0.place.hasSuffix(".bak")
                && $0.expected.error == (failing ? "unsupported-version" : nil)
        }
    }

    @Test("A plain file of a newer version gives its accounts and one warning", arguments: samples(failing: false))
    func plain(sample: ExportSample) throws {
        let document = try read(FixtureFolder.bytes(sample.url), passphrase: sample.expected.password)
        let place = String(sample.place.prefix { $0 != "." }).replacing("-damaged", with: "")
        let expected = try #require(Self.warnings[place], "\(place)")
        #expect(document.items.map { ExpectedAccounts.Item($0) } == sample.expected.items)
        #expect(document.newerVersion == expected.number)
        // Members that the newer version adds are named as well.
        let others = document.warnings.filter { !$0.message.contains("\" is not read") }
        #expect(others == ["\(expected.text); compare the codes of one or two accounts with the app"])
    }

    @Test("Every format with an expected warning has a file of a newer version")
    func places() {
        let places = Self.samples(failing: false).map { $0.place.prefix { $0 != "." } }
        #expect(Set(places.filter { !$0.hasSuffix("-damaged") }.map(String.init)) == Set(Self.warnings.keys))
    }

    @Test(
        "A newer file that is encrypted or has no readable account is refused, with or without a passphrase",
        arguments: samples(failing: true), [nil, "passphrase"])
    func refused(sample: ExportSample, passphrase: String?) throws {
        let failure = #expect(throws: SourceError.self) {
            try read(FixtureFolder.bytes(sample.url), passphrase: passphrase)
        }
        #expect(failure?.code == .unsupportedVersion)
        let isEncrypted = ["-encrypted", "-key-derivation", "-cipher"].contains(where: sample.place.contains)
        let advice = isEncrypted ? "export it again without encryption, or update totp-import" : "update totp-import"
        #expect(failure?.message.hasSuffix("; \(advice)") == true)
    }

    @Test(
        "A newer file that is cut off is damaged",
        arguments: samples(failing: false).filter { $0.expected.password == nil })
    func cutOff(sample: ExportSample) throws {
        let bytes = try FixtureFolder.bytes(sample.url)
        let failure = #expect(throws: SourceError.self) { try read(bytes.dropLast(2)) }
        #expect(failure?.code == .corrupt)
    }

    @Test(
        "A version that is in the file twice is damage",
        arguments: [
            #"{"schemaVersion":4,"schemaVersion":5,"services":[]}"#,
            #"{"app":"2fauth_v5","schema":1,"schema":2,"data":[]}"#,
            #"{"version":1,"version":1,"header":{},"db":{"entries":[]}}"#,
            #"{"version":1,"header":{},"db":{"version":3,"version":4,"entries":[]}}"#,
            #"{"version":2,"version":3,"elements":[]}"#, #"{"version":1,"version":2,"entries":[]}"#,
        ])
    func repeated(text: String) {
        let failure = #expect(throws: SourceError.self) { try read(text) }
        #expect(failure?.code == .corrupt)
        #expect(failure?.message.contains(" is in it twice") == true)
    }
}
