import CryptoPrimitives
import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import PasswordManagerFormats

@Suite("KeePass databases, written")
struct KeePassExportTests {
    private static let format = KeePassExport(cost: KeyDerivation.Argon2Cost(passes: 1, memory: 64, lanes: 2))

    private func write(_ items: [Account], cipher: ExportOptions.Cipher = .chacha20) throws -> Export {
        var request = ExportRequest.encrypted(items)
        request.options.cipher = cipher
        return try Self.format.write(request)
    }

    private func read(_ bytes: [UInt8], limits: ImportLimits = ImportLimits()) throws -> ImportedDocument {
        try KeePassFormat().read(
            ImportRequest(content: SourceContent(bytes), passphrase: TargetAccounts.passphrase, limits: limits))
    }

    private func items(_ document: ImportedDocument) -> [Account] {
        document.entries.compactMap { if case .item(let item) = $0 { item } else { nil } }
    }

    @Test(
        "The header says 4.0, gzip, Argon2id and the cipher, in the order of the programs",
        arguments: [(.chacha20, .chaCha20), (.aes, .aes)] as [(ExportOptions.Cipher, KDBXHeader.Cipher)])
    func header(option: ExportOptions.Cipher, cipher: KDBXHeader.Cipher) throws {
        let item = try SampleAccounts.item()
        let bytes = try write([item], cipher: option).bytes
        let header = try KDBXHeader(bytes)
        #expect(Array(bytes[8..<12]) == [0, 0, 4, 0])
        #expect(header.cipher == cipher && header.isPacked)
        guard case .argon2(.id, let salt, let cost, version: 0x13) = header.keyDerivation else {
            Issue.record("the key derivation is not Argon2id")
            return
        }
        #expect(salt.count == 32 && cost == KeyDerivation.Argon2Cost(passes: 1, memory: 64, lanes: 2))
        var fields = ByteReader(header.bytes, .little, orThrow: SourceError.databaseDamaged)
        try fields.skip(12)
        var ids: [UInt8] = []
        while ids.last != 0 {
            ids.append(try fields.byte())
            _ = try fields.block(UInt32.self)
        }
        #expect(ids == [2, 3, 4, 7, 11, 0])
        #expect(items(try read(bytes)).map(\.secret) == [item.secret])
    }

    @Test(
        "A document that packs too well for our reader is not packed",
        arguments: [
            (count: 1 << 20, isPacked: true),
            (count: 33 << 20, isPacked: false),
        ])
    func packing(count: Int, isPacked: Bool) throws {
        let document = [UInt8](repeating: ASCII.space, count: count)
        let innerKey = [UInt8](repeating: 1, count: KDBXEncryption.innerKeyCount)
        let bytes = try KDBXEncryption.seal(
            document, innerKey: innerKey, TargetAccounts.passphrase, .chacha20,
            cost: KeyDerivation.Argon2Cost(passes: 1, memory: 64, lanes: 2), CountingBytes())
        #expect(try KDBXHeader(bytes).isPacked == isPacked)
        // It is opened, and then is not XML.
        let refusal = problem { _ = try read(bytes) }
        #expect(refusal != nil && refusal?.code != .limitExceeded && refusal?.isAboutPassphrase == false)
    }

    private func problem(_ work: () throws -> Void) -> SourceError? {
        do { try work() } catch { return error as? SourceError }
        return nil
    }

    @Test("The domain of a link is the address of its entry", arguments: [nil, "acorn.example"] as [String?])
    func address(domain: String?) throws {
        var item = try SampleAccounts.item()
        item.matchDomain = domain
        let text = try KeePassXCXMLExport().write(ExportRequest.encrypted([item]).withoutPassphrase).text
        #expect(text.contains("<Key>URL</Key><Value>\(domain.map { "https://\($0)" } ?? "")</Value>"))
    }

    @Test("Content is in blocks of 1 MiB, and the last one is empty")
    func blocks() throws {
        var generator = SeededGenerator(seed: 4)
        let content = generator.bytes(5 << 19)
        let request = ExportRequest.encrypted([])
        let file = try KDBXEncryption.seal(
            content, innerKey: [UInt8](repeating: 7, count: KDBXEncryption.innerKeyCount), TargetAccounts.passphrase,
            .chacha20, cost: KeyDerivation.Argon2Cost(passes: 1, memory: 64, lanes: 2), request.random)
        var reader = ByteReader(file, .little, orThrow: SourceError.databaseDamaged)
        try reader.skip(try KDBXHeader(file).bytes.count + 64)
        var counts: [Int] = []
        while counts.last != 0 {
            try reader.skip(32)
            counts.append(try reader.block(UInt32.self).count)
        }
        #expect(counts.count == 4 && counts.prefix(2) == [1 << 20, 1 << 20] && counts[2] > 1 << 19)
        #expect(reader.position == file.count)
    }

    @Test("Each kind has the fields of the programs that show it")
    func fields() throws {
        for (item, expected) in try [
            (
                SampleAccounts.item(algorithm: .sha256, digits: 8, period: 60),
                [
                    "*otp=LINK", "*TimeOtp-Secret-Base32=JBSWY3DPEHPK3PXP", "TimeOtp-Length=8", "TimeOtp-Period=60",
                    "TimeOtp-Algorithm=HMAC-SHA-256",
                ]
            ),
            (SampleAccounts.item(.steam), ["*otp=LINK"]),
            // KeePass 2 would show the last eight digits.
            (SampleAccounts.item(digits: 9), ["*otp=LINK"]),
            (
                SampleAccounts.item(.hotp, counter: 7),
                ["*HmacOtp-Secret-Base32=JBSWY3DPEHPK3PXP", "HmacOtp-Counter=7"]
            ),
            // KeePass 2 reads only whole groups of eight characters.
            (
                Account.sample(.hotp, secret: Array("Hello!".utf8), counter: 7),
                ["*HmacOtp-Secret-Base32=JBSWY3DPEE======", "HmacOtp-Counter=7"]
            ),
            (
                Account.sample(secret: Array("Hi".utf8)),
                [
                    "*otp=LINK", "*TimeOtp-Secret-Base32=JBUQ====", "TimeOtp-Length=6", "TimeOtp-Period=30",
                    "TimeOtp-Algorithm=HMAC-SHA-1",
                ]
            ),
        ] {
            let fields = KeePassRecord.fields(item, link: "LINK")
            #expect(fields.map { "\($0.isSecret ? "*" : "")\($0.name)=\($0.value)" } == expected)
        }
    }

    @Test("Every kind is read back as one account, with its note and its tags")
    func accounts() throws {
        let items = try [
            SampleAccounts.item(algorithm: .sha512, digits: 7, period: 90, note: "one\r\ntwo"),
            SampleAccounts.item(issuer: "Steam", .steam, tags: ["a b"]),
            SampleAccounts.item(issuer: "Steam", .totp),
            SampleAccounts.item(.hotp, counter: .max, tags: (0..<200).map { "tag \($0)" }),
        ]
        let export = try write(items)
        #expect(export.losses == [] && export.leftOut == [])
        let document = try read(export.bytes)
        #expect(document.warnings == [] && document.records == items.count)
        let read = self.items(document)
        #expect(read.map(\.parameters) == items.map(\.parameters) && read.map(\.label) == items.map(\.label))
        #expect(read.map(\.note) == items.map(\.note) && read.map(\.tags) == items.map(\.tags))
    }

    @Test("Odd names do not break the document")
    func oddNames() throws {
        let items = try SampleAccounts.names.filter { !$0.contains("://") }.flatMap { name in
            try [OTPKind.totp, .hotp].map { try SampleAccounts.item(issuer: name, name: name, $0, note: name) }
        }
        let export = try write(items)
        #expect(export.leftOut == [])
        let readBack = self.items(try read(export.bytes))
        #expect(readBack.count == items.count)
        let renamed = Set(export.losses.filter { $0.code == .name }.map(\.index))
        for (index, (item, read)) in zip(items, readBack).enumerated() where !renamed.contains(index) {
            #expect([read.issuer, read.name] == [item.issuer, item.name])
        }
    }

    @Test("Accounts that no program would show correctly are left out, with the reason")
    func leftOut() throws {
        for (item, reason) in try [
            (
                SampleAccounts.item(.hotp, algorithm: .sha256),
                "KeePass does not support the algorithm SHA256 for HOTP accounts"
            ),
            (SampleAccounts.item(.hotp, digits: 8), "KeePass supports only codes of 6 digits for HOTP accounts, not 8"),
            (SampleAccounts.item(.motp), "KeePass does not support Mobile-OTP accounts"),
            (SampleAccounts.item(.yandex), "KeePass does not support Yandex accounts"),
            (SampleAccounts.item(algorithm: .md5), "KeePass does not support the algorithm MD5"),
            (SampleAccounts.item(digits: 10), "KeePass supports only codes of 1 to 9 digits, not 10"),
        ] {
            let export = try write([SampleAccounts.item(), item])
            #expect(export.leftOut.map(\.reason) == [reason])
            #expect(try read(export.bytes).entries.count == 1)
        }
    }

    @Test("The summary says which program shows which details")
    func cautions() throws {
        let capabilities = Self.format.description.capabilities
        for (item, words) in try [
            (SampleAccounts.item(.hotp), ["Only KeePass 2 shows"]), (SampleAccounts.item(.steam), ["use KeePassXC"]),
            (SampleAccounts.item(digits: 9), ["9 digits"]), (SampleAccounts.item(period: 61), ["2.7.4"]),
            (SampleAccounts.item(period: 86_401), ["2.7.4", "86,400"]), (SampleAccounts.item(period: 60), []),
        ] {
            let texts = capabilities.cautions(for: [item]).map(\.text)
            #expect(texts.count == words.count && zip(texts, words).allSatisfy { $0.contains($1) })
        }
    }

    @Test("The key derivation needs 64 MiB, so phones can open it, and is within the limits of the reader")
    func cost() throws {
        let cost = try KDBXEncryption.standardCost()
        #expect(cost.memory == 64 << 10 && cost.lanes == 2 && (3...64).contains(cost.passes))
        try ImportLimits().check(KeyDerivation.Argon2Cost(passes: 64, memory: cost.memory, lanes: cost.lanes))
        var limits = ImportLimits()
        limits.keyDerivationMemory = 32 << 20
        let most = KeePassExport(cost: KeyDerivation.Argon2Cost(passes: 3, memory: 64 << 10, lanes: 2))
        let bytes = try most.write(.encrypted([SampleAccounts.item()])).bytes
        let error = #expect(throws: SourceError.self) { try read(bytes, limits: limits) }
        #expect(error?.message.contains("64 MiB") == true && error?.message.contains("--kdf-memory") == true)
    }

    @Test("A database needs a passphrase")
    func passphrase() throws {
        let error = #expect(throws: ExportError.self) { try Self.format.write(.plain([SampleAccounts.item()])) }
        #expect(error?.code == .passphraseRequired)
    }
}
