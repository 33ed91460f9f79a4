import TOTPDomain
import Testing

/// What a secret in base32 is refused for; how base32 is read is tested where it is read.
struct SecretBase32Tests {
    @Test(arguments: [("0BSWY3DP", 1), ("JB-SW=0", 7), ("JBSWé", 5)])
    func namesThePlaceOfTheFirstBadCharacter(text: String, place: Int) {
        let error = #expect(throws: EntryError.self) { try decode(text) }
        #expect(error?.code == .secretNotBase32)
        #expect(error?.reason == "the secret is not base32: character \(place) is not A-Z or 2-7")
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
