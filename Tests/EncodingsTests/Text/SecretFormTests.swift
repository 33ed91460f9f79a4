import Testing

@testable import Encodings

struct SecretFormTests {
    @Test(
        "The form of a text shows whether it can be a secret, and whether it looks like nothing else",
        arguments: [
            ("JBSWY3DPEHPK3PXP", true, true), ("jbsw y3dp ehpk 3pxp", true, true),
            ("JBSW-Y3DP\u{A0}EHPK\u{200B}3PXP", true, true),
            // Letters alone: more consonants in a row than words have, or words; in groups, letters prove nothing.
            ("BCDFGHJKLMNPQRST", true, true), ("GOOGLEAUTHENTICA", true, false), ("BCDF GHJK LMNP QRST", true, false),
            // Digits at the end, as in passwords, and hexadecimal numbers.
            ("CORRECTHORSEBA77", true, false), ("ABCDEF22334455AB", true, false),
            // Mixed case, an impossible length, and the id of an AWS key.
            ("JBSWy3dpEHPK3PXP", false, false), ("JBSWY3DPEHPK3PXPA", false, false),
            ("AKIAQ3EGRIEXAMPLE234", false, false),
        ])
    func grades(text: String, isPossible: Bool, isLikely: Bool) throws {
        let form = try #require(SecretForm(text.utf8))
        #expect(form.isPossible == isPossible && form.isLikely == isLikely)
    }

    @Test(
        "Other characters and short texts have no such form",
        arguments: ["", "JBSWY3DPEHPK3P", "JBSWY3DPEHPK3PX1", "Zo\u{EB}"])
    func refuses(text: String) { #expect(SecretForm(text.utf8) == nil) }
}
