import TOTPDomain
import Testing

struct OTPAlgorithmTests {
    @Test(arguments: [
        ("SHA1", OTPAlgorithm.sha1), ("sha1", .sha1), ("SHA-1", .sha1), ("Hmac_SHA_1", .sha1), ("", .sha1),
        ("null", .sha1), (" \t", .sha1),
        ("SHA256", .sha256), ("sha-256", .sha256), ("HmacSHA256", .sha256), ("hmac-sha-256", .sha256),
        (" SHA 256 ", .sha256), ("SHA512", .sha512), ("HMAC-SHA512", .sha512), ("MD5", .md5), ("hmac md5", .md5),
        ("ALGORITHM_SHA1", .sha1), ("Algorithm.sha256", .sha256), ("ALGORITHM_HMAC_SHA512", .sha512),
    ])
    func readsNamesAsAppsWriteThem(name: String, algorithm: OTPAlgorithm) throws {
        #expect(try OTPAlgorithm(named: name) == algorithm)
    }

    @Test(arguments: [
        "ALGORITHM", "Algorithm.", "ALGORITHM_UNSPECIFIED", "SHA.256",
        "SHA224", "SHA384", "SHA3-256", "SHA-2", "SHA", "SHA2561", "256", "HMACHMACSHA1", "ＳＨＡ１", "SHA1,SHA256",
        "CRC32", "HMAC", "hmac-", "-", "_", " - ",
        // Text after a long run of spaces is not overlooked.
        "SHA1" + String(repeating: " ", count: 100) + "x",
    ])
    func rejectsEveryOtherName(name: String) {
        #expect(throws: EntryError(.algorithmUnknown, "")) { try OTPAlgorithm(named: name) }
    }

    @Test
    func theMessageQuotesTheNameWithoutItsControlCharacters() {
        let problem = #expect(throws: EntryError.self) { try OTPAlgorithm(named: "SHA\u{1B}[2J384") }
        #expect(problem?.reason == "the algorithm \"SHA\u{FFFD}[2J384\" is not one of SHA1, SHA256, SHA512, MD5")
    }

    @Test(
        "The message quotes a name with the words before it, and nothing that could be a secret",
        arguments: [
            ("Algorithm.sha384", "\"Algorithm.sha384\""), ("HMAC-SHA-512/256", "\"HMAC-SHA-512/256\""),
            ("JBSWY3DPEHPK3PXP", "of 16 characters"), ("Algorithm.JBSWY3DPEHPK3PXP", "of 26 characters"),
        ])
    func theMessage(name: String, shown: String) {
        let problem = #expect(throws: EntryError.self) { try OTPAlgorithm(named: name) }
        #expect(problem?.reason == "the algorithm \(shown) is not one of SHA1, SHA256, SHA512, MD5")
    }

    @Test(arguments: OTPAlgorithm.allCases)
    func readsItsOwnName(algorithm: OTPAlgorithm) throws {
        #expect(try OTPAlgorithm(named: algorithm.rawValue) == algorithm)
    }
}
