import TOTPDomain
import Testing

/// Secrets, PINs and passphrases never print themselves, alone or as a part of something larger.
struct SecrecyTests {
    private static let text = "CORRECT-HORSE"

    @Test
    func aSecretShowsItsLengthAlone() throws {
        for face in faces(of: try secret()) { #expect(face == "‹13 bytes›") }
    }

    @Test
    func aPINShowsNothing() throws {
        for face in faces(of: try #require(OTPPin(Self.text))) { #expect(face == "‹PIN›") }
    }

    @Test
    func aPassphraseShowsNothing() {
        for face in faces(of: Passphrase(Self.text)) { #expect(face == "‹passphrase›") }
    }

    @Test
    func noneHasPartsThatAMirrorShows() throws {
        #expect(Mirror(reflecting: try secret()).children.isEmpty)
        #expect(Mirror(reflecting: try #require(OTPPin(Self.text))).children.isEmpty)
        #expect(Mirror(reflecting: Passphrase(Self.text)).children.isEmpty)
    }

    @Test
    func whatHoldsThemDoesNotShowThemEither() throws {
        let item = Account(
            issuer: "Example", name: "alice", secret: try secret(), parameters: try OTPParameters(kind: .yandex),
            pin: OTPPin(Self.text))
        let request = ImportRequest(content: SourceContent([]), passphrase: Passphrase(Self.text))
        let faces = faces(of: item) + faces(of: [item]) + faces(of: ImportedEntry.item(item)) + faces(of: request)
        for face in faces {
            for form in Self.readableForms { #expect(!face.contains(form)) }
        }
        #expect(faces.allSatisfy { $0.contains("‹") })
    }

    private func secret() throws -> OTPSecret { try OTPSecret(bytes: Array(Self.text.utf8)) }

    /// Text, base32, hexadecimal, and the bytes as numbers in a line and in a column.
    private static let readableForms = [
        "CORRECT", "INHVEUSFINKC2SCPKJJUK", "434f5252454354", "434F5252454354", "67, 79, 82", "- 67\n",
    ]

    /// All ways in which Swift turns a value into text, trimmed of the text that they add around it.
    private func faces(of value: some Any) -> [String] {
        var printed = "", debugPrinted = "", dumped = ""
        print(value, terminator: "", to: &printed)
        debugPrint(value, terminator: "", to: &debugPrinted)
        dump(value, to: &dumped)
        if dumped.hasPrefix("- ") { dumped = String(dumped.dropFirst(2).dropLast()) }
        return [
            "\(value)", String(describing: value), String(reflecting: value), printed, debugPrinted, dumped,
        ]
    }
}
