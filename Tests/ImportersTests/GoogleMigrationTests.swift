import FixtureSupport
import TOTPDomain
import Testing

@Suite("Google Authenticator's export codes")
struct GoogleMigrationTests {
    private typealias Account = MigrationMessage.Account

    // MARK: - Accounts

    @Test("Every field of every account is read")
    func allFields() throws {
        let message = MigrationMessage(
            accounts: [
                Account(
                    secret: [0, 255, 1], name: "alice@example.com", issuer: "Acorn Bank", algorithm: 1, digits: 1,
                    type: 2),
                Account(secret: [2], name: "bob", issuer: "Birch", algorithm: 2, digits: 2, type: 2, counter: 9),
                Account(
                    secret: [3], name: "carol", issuer: "Cedar", algorithm: 3, digits: 1, type: 1,
                    counter: 12_345_678_901),
                Account(secret: [4], name: "dave", issuer: "Elm", algorithm: 4, digits: 2, type: 1, counter: .max),
            ],
            version: 1, batchSize: 1, batchIndex: 0, batchID: 77)
        let document = try read(message.link)
        #expect(document.format == "google-migration")
        #expect(document.rejections == [])
        #expect(
            document.items.map(\.label) == ["Acorn Bank: alice@example.com", "Birch: bob", "Cedar: carol", "Elm: dave"])
        #expect(document.items.map(\.secret.bytes) == [[0, 255, 1], [2], [3], [4]])
        #expect(
            document.items.map(\.parameters) == [
                try OTPParameters(kind: .totp),
                try OTPParameters(kind: .totp, algorithm: .sha256, digits: 8),
                try OTPParameters(kind: .hotp, algorithm: .sha512, counter: 12_345_678_901),
                try OTPParameters(kind: .hotp, algorithm: .md5, digits: 8, counter: .max),
            ])
    }

    @Test("Missing and zero parameters mean the default", arguments: [nil, 0] as [Int64?])
    func defaults(value: Int64?) throws {
        let account = Account(secret: [1], algorithm: value, digits: value, type: value, counter: value)
        let document = try read(MigrationMessage(accounts: [account]).link)
        #expect(document.items.map(\.parameters) == [try OTPParameters(kind: .totp)])
        #expect(document.items.map(\.label) == ["(no name)"])
    }

    @Test(
        "The issuer is removed from the start of the name",
        arguments: [
            (issuer: "Sha", name: "Sha:256", readIssuer: "Sha", readName: "256"),
            (issuer: "Shop", name: "Shop: bob", readIssuer: "Shop", readName: "bob"),
            (issuer: "", name: "Shop:bob", readIssuer: "Shop", readName: "bob"),
            (issuer: "", name: "Shop:bob:old", readIssuer: "Shop", readName: "bob:old"),
            (issuer: "Shop", name: "Other:bob", readIssuer: "Shop", readName: "Other:bob"),
            (issuer: "Shop", name: "Shopbob", readIssuer: "Shop", readName: "Shopbob"),
            (issuer: "  Shop ", name: " bob ", readIssuer: "Shop", readName: "bob"),
            (issuer: " ", name: "bob", readIssuer: "", readName: "bob"),
            (issuer: "", name: ":bob", readIssuer: "", readName: "bob"),
            (issuer: "Shop", name: "", readIssuer: "Shop", readName: ""),
            (issuer: "Ümlaut", name: "Ümlaut:ä", readIssuer: "Ümlaut", readName: "ä"),
        ])
    func names(issuer: String, name: String, readIssuer: String, readName: String) throws {
        let item = try #require(
            try read(MigrationMessage(accounts: [Account(secret: [1], name: name, issuer: issuer)]).link).items.first)
        #expect(item.issuer == readIssuer)
        #expect(item.name == readName)
    }

    @Test("Fields of newer apps are named, but for the id of an account")
    func unknownFields() throws {
        // An id, a number, eight and four fixed bytes, a large field number.
        let unknown: [UInt8] =
            MigrationMessage.field(8, "unique-id".utf8) + MigrationMessage.field(9, -1)
            + [10 << 3 | 1, 1, 2, 3, 4, 5, 6, 7, 8, 11 << 3 | 5, 1, 2, 3, 4] + MigrationMessage.field(536_870_911, 1)
        let message = MigrationMessage(
            accounts: [Account(secret: [1], name: "a", trailer: unknown), Account(secret: [2], name: "b")],
            version: 2, batchSize: 1, trailer: unknown)
        let document = try read(message.link)
        #expect(document.items.map(\.name) == ["a", "b"])
        let fields = [9, 10, 11, 536_870_911]
        #expect(
            document.unread.names.map(\.name) == (["field 8"] + fields.map { "field \($0)" })
                + fields.map { "field \($0) of an account" })
    }

    @Test("A counter of an account that does not count is named, and an id that may be something else")
    func otherFields() throws {
        for (id, isNamed) in [("unique-id", false), ("GEZDGNBVGY3TQOJQMZQXO3TF", true)] {
            let account = Account(
                secret: [1], name: "a", type: 2, counter: 9, trailer: MigrationMessage.field(8, id.utf8))
            let names = try read(MigrationMessage(accounts: [account]).link).unread.names.map(\.name)
            #expect(names == (isNamed ? ["field 8 of an account"] : []) + ["field 7 of an account"])
        }
        let counting = Account(secret: [1], name: "a", type: 1, counter: 9)
        #expect(try read(MigrationMessage(accounts: [counting]).link).unread.isEmpty)
    }

    @Test("A version that is not known is said", arguments: [(0, false), (1, false), (2, false), (9, true)])
    func version(number: Int64, isNewer: Bool) throws {
        let document = try read(MigrationMessage(accounts: [Account(secret: [1])], version: number, batchSize: 1).link)
        #expect(document.items.count == 1 && document.newerVersion == (isNewer ? number : nil))
        #expect(document.warnings.count == (isNewer ? 1 : 0))
    }

    @Test(
        "An account is rejected if a known field has two values, or another type",
        arguments: [
            MigrationMessage.field(1, "other".utf8), MigrationMessage.field(2, "other".utf8),
            MigrationMessage.field(3, "other".utf8), MigrationMessage.field(4, 2), MigrationMessage.field(5, 2),
            MigrationMessage.field(6, 1), MigrationMessage.field(2, 7), MigrationMessage.field(5, "8".utf8),
            MigrationMessage.field(8, 1), [5 << 3 | 5, 2, 0, 0, 0],
        ] as [[UInt8]])
    func unclearField(field: [UInt8]) throws {
        let account = Account(
            secret: [1], name: "a", issuer: "A", algorithm: 1, digits: 1, type: 2, trailer: field)
        let document = try read(MigrationMessage(accounts: [account, Account(secret: [2], name: "b")]).link)
        #expect(document.items.map(\.name) == ["b"])
        #expect(document.rejections.map(\.code) == [.migrationUnknownValue])
    }

    @Test("A field that is there twice with one value is read")
    func sameTwice() throws {
        let account = Account(secret: [1], digits: 2, trailer: MigrationMessage.field(5, 2))
        #expect(try read(MigrationMessage(accounts: [account]).link).items.map(\.parameters.digits) == [8])
    }

    @Test(
        "An account that cannot be read is rejected alone",
        arguments: [
            (Account(secret: [], name: "bad"), .secretMissing), (Account(name: "bad"), .secretMissing),
            (Account(secret: [UInt8](repeating: 1, count: 4097), name: "bad"), .secretTooLong),
            (Account(secret: [1], name: "bad", algorithm: 5), .migrationUnknownValue),
            (Account(secret: [1], name: "bad", algorithm: -1), .migrationUnknownValue),
            (Account(secret: [1], name: "bad", digits: 3), .migrationUnknownValue),
            (Account(secret: [1], name: "bad", digits: 6), .migrationUnknownValue),
            (Account(secret: [1], name: "bad", type: 3), .migrationUnknownValue),
            (Account(secret: [1], name: "bad", type: .max), .migrationUnknownValue),
            (Account(secret: [1], name: "bad", type: 1, counter: -1), .counterOutOfRange),
        ] as [(MigrationMessage.Account, RejectionCode)])
    func badAccount(bad: MigrationMessage.Account, code: RejectionCode) throws {
        let good = [Account(secret: [1], name: "first"), Account(secret: [2], name: "last")]
        let document = try read(MigrationMessage(accounts: [good[0], bad, good[1]], batchSize: 1).link)
        #expect(document.items.map(\.name) == ["first", "last"])
        #expect(document.rejections.map(\.code) == [code])
        #expect(document.rejections.map(\.label) == ["bad"])
        #expect(document.rejections.map(\.position.description) == ["line 1, entry 2"])
        #expect(document.migrationParts.count == 1)
    }

    @Test("Random accounts come back as they were put in")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 12)
        for _ in 0..<200 {
            let items = try (0..<Int.random(in: 1...10, using: &generator)).map { _ in
                try InventedLinks.migrationItem(using: &generator)
            }
            let message = MigrationMessage(accounts: items.map(MigrationMessage.Account.init), version: 1, batchSize: 1)
            let document = try read(message.link)
            #expect(document.rejections == [])
            #expect(document.items.map(EssentialFields.init) == items.map(EssentialFields.init))
        }
    }

    // MARK: - Parts of an export

    @Test(
        "A code says which part of which export it is",
        arguments: [
            (3, 0, 4711, 3, 0, 4711), (3, 2, 4711, 3, 2, 4711), (2, 1, nil, 2, 1, 0), (nil, nil, nil, 1, 0, 0),
            (0, 0, 5, 1, 0, 5),
            (-1, nil, 5, 1, 0, 5), (1000, 999, 1, 1000, 999, 1), (2, 0, -1379, 2, 0, -1379),
            (2, 0, Int64(Int32.min), 2, 0, Int32.min), (2, 0, Int64(Int32.max), 2, 0, Int32.max),
        ] as [(size: Int64?, index: Int64?, id: Int64?, readSize: Int, readIndex: Int, readID: Int32)])
    func part(size: Int64?, index: Int64?, id: Int64?, readSize: Int, readIndex: Int, readID: Int32) throws {
        let message = MigrationMessage(
            accounts: [Account(secret: [1])], batchSize: size, batchIndex: index, batchID: id)
        let document = try read(message.link)
        let part = try #require(document.migrationParts.first)
        #expect(part.size == readSize)
        #expect(part.index == readIndex)
        #expect(part.batchID == readID)
        #expect(document.warnings == [])
    }

    @Test("A negative number takes ten bytes, as the app writes it")
    func negativeNumber() {
        let field = MigrationMessage.field(5, -1379)
        #expect(field.count == 11)
        #expect(field == [0x28, 0x9D, 0xF5, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01])
    }

    @Test(
        "Part numbers that cannot be are a warning, and the accounts are read",
        arguments: [
            (2, 2), (2, 3), (3, -1), (0, 1), (-5, 1), (2001, 0), (Int64(Int32.max), 0),
            (Int64(Int32.max), Int64(Int32.max)),
        ]
            as [(Int64, Int64)])
    func impossiblePart(size: Int64, index: Int64) throws {
        let message = MigrationMessage(
            accounts: [Account(secret: [1], name: "alice")], batchSize: size, batchIndex: index)
        let document = try read(message.link)
        #expect(document.items.map(\.name) == ["alice"])
        #expect(document.migrationParts == [])
        #expect(document.warnings.count == 1)
        #expect(document.warnings.first?.message.contains("; its accounts were read") == true)
    }

    @Test("The same part read twice has one fingerprint, another part another")
    func fingerprints() throws {
        func message(_ name: String) -> MigrationMessage {
            MigrationMessage(accounts: [Account(secret: [1], name: name)], batchSize: 2, batchIndex: 0, batchID: 0)
        }
        let document = try read([message("a"), message("b"), message("a")].map(\.link).joined(separator: "\n"))
        let prints = document.migrationParts.map(\.fingerprint)
        #expect(prints.count == 3)
        #expect(prints[0] == prints[2])
        #expect(prints[0] != prints[1])
    }
}
