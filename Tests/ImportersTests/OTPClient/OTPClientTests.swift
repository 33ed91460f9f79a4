import CryptoPrimitives
import FixtureSupport
import SecureMemory
import TOTPDomain
import Testing

@testable import Importers

@Suite("OTPClient's databases")
struct OTPClientTests {
    private static let passphrase = "correct horse"
    private static let rows = """
        [{"type":"TOTP","label":"alice","issuer":"Acorn","secret":"JBSWY3DP","digits":8,"algo":"SHA256","period":60,
        "group":"Work"},{"type":"HOTP","label":"bob","issuer":"","secret":"GEZDGNBV","digits":6,"algo":"SHA1",
        "counter":7},
        {"type":"TOTP","label":"carol","issuer":"STEAM","secret":"JBSWY3DP","digits":5,"algo":"SHA1","period":30},
        {"type":"MOTP","secret":"JBSWY3DP"},7]
        """
    private static let cost = KeyDerivation.Argon2Cost(passes: 1, memory: 8192, lanes: 1)

    /// - Parameter passphrase: the bytes that go into the key.
    private static func file(
        version: Int, passphrase: [UInt8] = Array(passphrase.utf8), cost: KeyDerivation.Argon2Cost = cost,
        rows: String = rows
    ) throws -> [UInt8] {
        var generator = SeededGenerator(seed: UInt64(version))
        let iv = generator.bytes(16), salt = generator.bytes(32)
        func number(_ value: UInt32) -> [UInt8] {
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return version == 3 ? bytes.reversed() : bytes
        }
        let costs = number(cost.passes) + number(cost.memory) + number(cost.lanes)
        let mark = Array("OTPClient".utf8)
        let header: [UInt8] =
            switch version {
            case 1: iv + salt
            case 2: mark + [0, 0, 0] + number(2) + iv + salt + costs
            default: mark + number(UInt32(version)) + iv + salt + costs
            }
        let key =
            version == 1
            ? try KeyDerivation.pbkdf2(
                .sha512, passphrase: LockedBytes(copying: passphrase), salt: salt, iterations: 100_000, count: 32)
            : try KeyDerivation.argon2(
                .id, passphrase: LockedBytes(copying: passphrase), salt: salt, cost: cost, count: 32)
        return try header + AESGCM.seal(SecureBytes(copying: rows.utf8), key: key, nonce: iv, associatedData: header)
    }

    private func read(_ bytes: [UInt8], passphrase: String? = passphrase) throws(SourceError) -> ImportedDocument {
        try OTPClientFormat().read(
            ImportRequest(content: SourceContent(bytes), passphrase: passphrase.map { Passphrase($0) }))
    }

    private func failure(_ bytes: [UInt8], passphrase: String? = passphrase) -> SourceError? {
        #expect(throws: SourceError.self) { try read(bytes, passphrase: passphrase) }
    }

    @Test("Each version opens", arguments: [1, 2, 3])
    func versions(version: Int) throws {
        let file = try Self.file(version: version)
        let document = try read(file)
        #expect(
            document.items.map(\.fieldsLine) == [
                "totp Acorn|alice JBSWY3DP SHA256 8 60 tags=Work", "hotp |bob GEZDGNBV SHA1 6 7",
                "steam STEAM|carol JBSWY3DP SHA1 5 30",
            ])
        #expect(document.rejections.map(\.code) == [.typeUnknown, .fieldDamaged])
        #expect(formatID(of: file) == (version == 1 ? nil : "otpclient"))
        #expect(failure(file, passphrase: nil)?.code == .passphraseRequired)
        #expect(failure(file, passphrase: "correct hors")?.code == .wrongPassphrase)
    }

    @Test("A passphrase of which old programs used too few bytes also opens")
    func cutPassphrase() throws {
        // Eight characters, eleven bytes, of which eight were taken.
        let passphrase = "lärchÖäx"
        let cut = Array(Array(passphrase.utf8).prefix(8))
        for taken in [cut, Array(passphrase.utf8)] {
            #expect(try read(Self.file(version: 2, passphrase: taken), passphrase: passphrase).items.count == 3)
        }
    }

    @Test("A later version is named", arguments: [4, 255])
    func laterVersions(version: Int) throws {
        #expect(failure(try Self.file(version: version))?.code == .unsupportedVersion)
    }

    @Test(
        "Costs that OTPClient itself would refuse are refused at once",
        arguments: [(0, 8192, 1), (65, 8192, 1), (1, 8191, 1), (1, 1_048_577, 1), (1, 8192, 0), (1, 8192, 17)])
    func costs(passes: UInt32, memory: UInt32, lanes: UInt32) throws {
        var file = try Self.file(version: 3)
        let values = [passes, memory, lanes].flatMap { value in withUnsafeBytes(of: value.bigEndian) { Array($0) } }
        file.replaceSubrange(61..<73, with: values)
        #expect(failure(file)?.code == .limitExceeded)
    }

    @Test("Cut or changed anywhere, it does not open", arguments: [2, 3])
    func damage(version: Int) throws {
        let file = try Self.file(version: version)
        for count in 9..<file.count where count < 100 || count % 16 == 0 {
            let code = failure(Array(file.prefix(count)))?.code
            #expect(code == .corrupt || code == .wrongPassphrase, "\(count) bytes")
        }
        // The costs are at 61, or at 64 in version 2: changing them may take memory.
        for place in (9..<file.count) where !(61..<76 ~= place) && (place < 100 || place % 16 == 0) {
            var changed = file
            changed[place] ^= 1
            // An unused gap is authenticated as well.
            let code = failure(changed)?.code
            #expect(code == .wrongPassphrase || code == .unsupportedVersion || code == .limitExceeded, "byte \(place)")
        }
    }

    @Test(
        "A parameter that the type ignores does not reject the account",
        arguments: [
            (#""type":"TOTP","issuer":"Steam","digits":"five","period":0,"algo":[],"counter":-1"#, .fixed(.steam)),
            (#""type":"TOTP","issuer":"Steam","period":-1"#, .rejected(.periodOutOfRange)),
            (#""type":"TOTP","counter":-1"#, .totp()), (#""type":"TOTP","counter":{}"#, .totp()),
            (#""type":"HOTP","counter":7,"period":"?""#, .hotp(counter: 7)),
            (#""type":"TOTP","digits":"five""#, .rejected(.digitsOutOfRange)),
            (#""type":"HOTP","counter":-1"#, .rejected(.counterOutOfRange)),
        ] as [(String, EntryOutcome)])
    func parametersOfOtherTypes(members: String, expected: EntryOutcome) throws {
        let row = #"[{"label":"alice","secret":"JBSWY3DP",\#(members)}]"#
        #expect(try read(Self.file(version: 3, rows: row)).outcomes == [expected])
    }

    @Test("Decrypted text that is not a list is damaged")
    func content() throws {
        #expect(failure(try Self.file(version: 3, rows: "{}"))?.code == .corrupt)
        #expect(try read(Self.file(version: 3, rows: "[]")).entries == [])
    }
}
