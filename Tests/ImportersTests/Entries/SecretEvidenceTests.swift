import FixtureSupport
import Testing

@testable import FormatEngine

@Suite("Telling secrets of one-time codes from other texts")
struct SecretEvidenceTests {
    @Test(
        "A text can be a secret if it is base32 in one case, of a possible length",
        arguments: [
            ("JBSWY3DPEHPK3PXP", true), ("jbsw y3dp ehpk 3pxp", true), ("JBSW-Y3DP-EHPK-3PXP", true),
            ("GEZDGNBVGY3TQOJQGEZDGNBVGY======", true), ("GEZDGNBVGY3TQOJQGEZDGNBVGY", true),
            // With characters that nobody sees, and with no-break spaces.
            ("JBSWY3DP\u{200B}EHPK3PXP", true), ("JBSW\u{A0}Y3DP\u{A0}EHPK\u{A0}3PXP", true),
            // Mixed case, an impossible length, too short, other characters.
            ("JBSWy3dpEHPK3PXP", false), ("JBSWY3DPEHPK3PXPA", false), ("JBSWY3DPEHPK3P", false),
            ("JBSWY3DPEHPK3PX1", false), ("correct horse battery", false), ("", false),
            // With other words after it, and words alone.
            ("JBSWY3DPEHPK3PXP WORK2", true), ("JBSWY3DPEHPK3PXP - WORK", true), ("ABCDEFGHIJKLMNOP WORK", false),
            ("that this will have gone wrong", false), ("AB CD EF GH IJ KL MN OP", false),
            // A license key, and the id of an AWS key.
            ("VDGX2-BI4OX-CLFEX-YPBE7-OFWII", false), ("AKIAQ3EGRIEXAMPLE234", false), ("ASIAQ3EGRIEXAMPLE234", false),
        ] as [(String, Bool)])
    func possible(text: String, isPossible: Bool) { #expect(SecretEvidence.canBeSecret(text) == isPossible) }

    @Test(
        "A column without a sure name counts if all its cells can be secrets, and one surely is one",
        arguments: [
            (["JBSWY3DPEHPK3PXP", "", "-"], true), (["JBSWY3DPEHPK3PXP", "GOOGLEAUTHENTICA"], true),
            (["otpauth://totp/a?secret=JBSWY3DP"], true), (["GOOGLEAUTHENTICA"], false), ([], false), ([""], false),
            (["JBSWY3DPEHPK3PXP", "hunter2"], false),
            // All of them are hexadecimal as well.
            (["ABCDEF2345672345"], false), (["ABCDEF2345672345", "JBSWY3DPEHPK3PXP"], true),
        ] as [([String], Bool)])
    func convincing(cells: [String], isConvincing: Bool) {
        var evidence = SecretEvidence(isStrict: true)
        for cell in cells { evidence.add(cell) }
        #expect(evidence.isConvincing == isConvincing)
    }

    @Test("Words and passwords are never secrets: thousands of lines of prose, names and words with numbers")
    func wordsAndPasswords() {
        var generator = SeededGenerator(seed: 32)
        for count in [1, 2, 5, 20] {
            for _ in 0..<1000 {
                var evidence = SecretEvidence(isStrict: true)
                for _ in 0..<count { evidence.add(InventedProse.password(&generator)) }
                #expect(!evidence.isConvincingAlone)
            }
        }
    }
}
