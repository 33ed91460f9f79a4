import Testing

@testable import Encodings

@Suite("Letters beyond ASCII in names of hosts")
struct PunycodeTests {
    @Test(
        "A label is encoded as in RFC 3492",
        arguments: [
            ("bücher", "bcher-kva"), ("gıthub", "gthub-n4a"), ("straße", "strae-oqa"), ("食狮", "85x722f"),
            ("公司", "55qx5d"), ("пример", "e1afmkfd"), ("ü", "tda"), ("a-ü", "a--yka"), ("", ""), ("ab", "ab-"),
            // Section 7.1: B, I, L, Q and S.
            ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
            ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
            ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"), ("そのスピードで", "d9juau41awczczp"),
            ("-> $1.00 <-", "-> $1.00 <--"),
        ])
    func labels(label: String, encoded: String) {
        #expect(Punycode.encode(label.unicodeScalars) == encoded)
    }

    @Test("A label is short, and the largest letters do not overflow")
    func limits() {
        #expect(Punycode.encode(String(repeating: "ü", count: 64).unicodeScalars) == nil)
        #expect(Punycode.encode(String(repeating: "\u{10FFFF}", count: 63).unicodeScalars) != nil)
    }
}
