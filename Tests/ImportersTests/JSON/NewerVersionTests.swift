import FixtureSupport
import TOTPDomain
import Testing

/// The whole text of each warning is in the golden list.
@Suite("Files of a newer version")
struct NewerVersionTests {
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
        #expect(document.items.map { ExpectedAccounts.Item($0) } == sample.expected.items)
        let version = try #require(document.newerVersion)
        // Members that the newer version adds are named as well.
        let others = document.warnings.filter { !$0.message.contains("\" is not read") }
        let newer = "(schema|version) \(version) is newer than [0-9]+, the newest known"
        let expected = try Regex("\(newer); compare the codes of one or two accounts with the app")
        #expect(others.count == 1 && others[0].message.firstMatch(of: expected) != nil, "\(others)")
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
