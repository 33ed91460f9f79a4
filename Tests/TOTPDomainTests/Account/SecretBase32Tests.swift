import TOTPDomain
import Testing

/// The reasons to reject a secret in base32; how base32 is read is tested where it is read.
struct SecretBase32Tests {
    @Test(arguments: [("0BSWY3DP", 1), ("JB-SW=0", 7)])
    func namesThePlaceOfTheFirstBadCharacter(text: String, place: Int) {
        let error = #expect(throws: EntryError.self) { try decode(text) }
        #expect(error?.code == .secretNotBase32)
        #expect(error?.reason == "the secret is not base32: character \(place) is not A-Z or 2-7")
    }

    @Test(
        "A character that is not ASCII is named, as it cannot be a part of a secret",
        arguments: [("JBSWé", "character 5 is U+00E9"), ("JB\u{200B}\u{410}", "character 3 is U+0410")])
    func namesOtherCharacters(text: String, what: String) {
        let error = #expect(throws: EntryError.self) { try decode(text) }
        #expect(error?.reason == "the secret is not base32: \(what), not A-Z or 2-7")
    }

    @Test(
        "Invisible characters are ignored",
        arguments: [
            "JBSW\u{200B}Y3DP", "JBSW\u{A0}Y3DP", "JBSW\u{2011}Y3DP", "\u{FEFF}JBSWY3DP", "JB\u{AD}SW\u{2009}Y3DP",
        ])
    func ignoresInvisible(text: String) throws {
        #expect(try decode(text) == decode("JBSWY3DP"))
    }

    @Test("Characters that change the direction of a text are not ignored")
    func refusesOverride() {
        #expect(throws: EntryError.self) { try decode("JBSW\u{202E}Y3DP") }
    }

    @Test
    func boundsItsInput() throws {
        #expect(try decode(String(repeating: "A", count: 8192)).count == 5120)
        #expect(throws: EntryError(.secretTooLong, "")) { try decode(String(repeating: "A", count: 8193)) }
    }

    private func decode(_ text: String) throws(EntryError) -> [UInt8] {
        try OTPSecret.bytes(base32: Array(text.utf8).span)
    }
}
