import FixtureSupport
import TOTPDomain
import Testing

@testable import AppFormats

@Suite("OTP Auth")
struct OTPAuthIOSTests {
    private typealias File = OTPAuthIOSExport

    private func open(_ bytes: [UInt8]) throws -> ImportedDocument { try read(bytes, passphrase: File.passphrase) }

    private func failure(_ bytes: [UInt8], passphrase: String? = OTPAuthIOSExport.passphrase) -> SourceError? {
        #expect(throws: SourceError.self) {
            try OTPAuthIOSFormat().read(
                ImportRequest(content: SourceContent(bytes), passphrase: passphrase.map { Passphrase($0) }))
        }
    }

    private static func content(_ layout: File.Layout) -> ArchivedValue {
        let account = File.account(["refDate": .date(-978_307_200)])
        guard case .object(let members) = account, layout == .account1dot1 || layout == .account1dot2 else {
            return .dictionary(["Folders": [File.folder("Work", [account])], "DeletedAccountIDs": []])
        }
        return .dictionary(members)
    }

    @Test("Each of the four layouts opens with its passphrase only", arguments: OTPAuthIOSExport.Layout.allCases)
    func layouts(layout: OTPAuthIOSExport.Layout) throws {
        let file = try File.file(layout, Self.content(layout))
        #expect(formatID(of: file) == "otp-auth-ios")
        let isBackup = layout == .backup1 || layout == .backup1dot1
        #expect(
            try open(file).items.map(\.fieldsLine) == [
                "totp Acorn|alice JBSWY3DPEE SHA1 6 30\(isBackup ? " tags=Work" : "")"
            ])
        #expect(failure(file, passphrase: nil)?.code == .passphraseRequired)
        for wrong in ["", "correct horse £8"] { #expect(failure(file, passphrase: wrong)?.code == .wrongPassphrase) }
    }

    @Test(
        "Members of an account are read",
        arguments: [
            (["type": 1, "counter": 12_345_678_901, "period": 20], "hotp Acorn|alice JBSWY3DPEE SHA1 6 12345678901"),
            (["type": 1], "hotp Acorn|alice JBSWY3DPEE SHA1 6 0"),
            (["counter": -1], "totp Acorn|alice JBSWY3DPEE SHA1 6 30"),
            (["algorithm": 0, "digits": 0, "period": 0], "totp Acorn|alice JBSWY3DPEE SHA1 6 30"),
            (["algorithm": .null, "digits": .null, "period": .null], "totp Acorn|alice JBSWY3DPEE SHA1 6 30"),
            (["algorithm": 2, "digits": 8, "period": 60], "totp Acorn|alice JBSWY3DPEE SHA256 8 60"),
            (["algorithm": 3, "digits": 10], "totp Acorn|alice JBSWY3DPEE SHA512 10 30"),
            (["algorithm": 4], "totp Acorn|alice JBSWY3DPEE MD5 6 30"),
            (["secret": .data([1])], "totp Acorn|alice AE SHA1 6 30"),
            (["issuer": .null, "label": .textObject(" bob ")], "totp |bob JBSWY3DPEE SHA1 6 30"),
            (["label": "Acorn: bob", "issuer": .textObject("Acorn")], "totp Acorn|bob JBSWY3DPEE SHA1 6 30"),
            (["label": 7, "issuer": .data([65])], "totp | JBSWY3DPEE SHA1 6 30"),
            (["referenceDate": .null], "totp Acorn|alice JBSWY3DPEE SHA1 6 30"),
            (["referenceDate": .date(-978_307_199.6)], "totp Acorn|alice JBSWY3DPEE SHA1 6 30"),
        ] as [([String: ArchivedValue], String)])
    func account(changes: [String: ArchivedValue], expected: String) throws {
        let document = try open(try File.backup(File.account(changes)))
        #expect(document.items.map(\.fieldsLine) == ["\(expected) tags=Work"])
        #expect(document.rejections == [])
    }

    @Test("A member that is neither read nor known is named, if it is not null", arguments: File.Layout.allCases)
    func unread(layout: OTPAuthIOSExport.Layout) throws {
        let account = File.account(["length": 8, "gone": .null])
        guard case .object(let members) = account else {
            Issue.record("not an object")
            return
        }
        let isBackup = layout == .backup1 || layout == .backup1dot1
        let content: ArchivedValue =
            isBackup
            ? .dictionary(["Folders": [File.folder("Work", [account, account])], "Other": []])
            : .dictionary(members)
        #expect(
            try open(try File.file(layout, content)).unread.names.map { "\($0.name) \($0.entries)" }
                == (isBackup ? ["length 2", "Other 1"] : ["length 1"]))
    }

    @Test(
        "An entry that cannot be an account is rejected alone, with its place",
        arguments: [
            (["type": 0], .typeUnknown), (["type": 3], .typeUnknown), (["type": .null], .typeUnknown),
            (["type": "2"], .typeUnknown), (["algorithm": 5], .algorithmUnknown),
            (["algorithm": -1], .algorithmUnknown),
            (["algorithm": "SHA1"], .algorithmUnknown), (["secret": .null], .secretMissing),
            (["secret": .dataObject([])], .secretMissing), (["secret": "JBSWY3DP"], .fieldDamaged),
            (["secret": 7], .fieldDamaged), (["secret": .data([UInt8](repeating: 1, count: 4097))], .secretTooLong),
            (["digits": 11], .digitsOutOfRange), (["digits": -1], .digitsOutOfRange),
            (["digits": []], .digitsOutOfRange),
            (["period": -30], .periodOutOfRange), (["period": 2_147_484], .periodOutOfRange),
            (["type": 1, "counter": -1], .counterOutOfRange), (["referenceDate": .date(0)], .fieldDamaged),
            (["referenceDate": .date(.nan)], .fieldDamaged), (["referenceDate": "1970"], .fieldDamaged),
        ] as [([String: ArchivedValue], RejectionCode)])
    func rejection(changes: [String: ArchivedValue], code: RejectionCode) throws {
        let document = try open(try File.backup(File.account(), File.account(changes), File.account()))
        #expect(document.items.count == 2)
        #expect(document.rejections.map(\.code) == [code])
        #expect(document.rejections.map(\.position.description) == ["entry 2"])
        #expect(document.rejections.map(\.label) == ["Acorn: alice"])
    }

    @Test("Folders come in order, with their accounts; anything else is one rejected entry")
    func folders() throws {
        func account(_ name: String) -> ArchivedValue { File.account(["label": .text(name)]) }
        let folders: ArchivedValue = [
            File.folder("A", [account("1"), account("2")]), File.folder("B", []), .null, "text", File.folder("C", 7),
            File.folder("D", [.null, 7, [], account("3")]), .object([:]),
        ]
        let document = try open(try File.file(.backup1dot1, .dictionary(["Folders": folders])))
        #expect(document.items.map(\.name) == ["1", "2", "3"])
        #expect(document.items.map(\.tags) == [["A"], ["A"], ["D"]])
        #expect(document.rejections.count == 7 && document.records == 10)
        #expect(document.rejections.map(\.position.entry) == [3, 4, 5, 6, 7, 8, 10])
        #expect(Set(document.rejections.map(\.code)) == [.fieldDamaged, .typeUnknown])
        #expect(
            document.rejections.map { $0.reason.contains("folder") } == [true, true, true, false, false, false, true])
    }

    @Test("Lists that contain themselves end")
    func cycles() throws {
        // Object 4 is the list of folders.
        let folders: ArchivedValue = [.reference(4), File.folder("A", .reference(4)), .reference(0)]
        let document = try open(try File.file(.backup1dot1, .dictionary(["Folders": folders])))
        #expect(document.items == [] && document.rejections.count == 5)
    }

    @Test("Accounts that are listed more often than there are objects are damage")
    func repeated() throws {
        // Object 6 is the account, and 9 its folder.
        let accounts = [File.account()] + [ArchivedValue](repeating: .reference(6), count: 29)
        let folders = [File.folder("A", .list(accounts))] + [ArchivedValue](repeating: .reference(9), count: 400)
        let bytes = try File.file(.backup1dot1, .dictionary(["Folders": .list(folders)]))
        #expect(failure(bytes)?.code == .corrupt)
        let once = try open(try File.file(.backup1dot1, .dictionary(["Folders": .list([folders[0]])])))
        #expect(once.items.count == 30)
    }

    // MARK: - The outer archive

    @Test(
        "Versions are compared with a tolerance",
        arguments: [
            (1.1, true), (1.1000001, true), (1.0999, true), (1.2, false), (1.15, false), (2, false), (0, false),
        ]
            as [(Double, Bool)])
    func versions(version: Double, isKnown: Bool) throws {
        let message = try File.rnCryptor(ArchivedValue.dictionary(["Folders": []]).archived())
        let bytes = try File.outer(["Version": .real(version), "WrappedData": .data(message)])
        if isKnown {
            #expect(try open(bytes).entries == [])
        } else {
            #expect(failure(bytes)?.code == .unsupportedVersion)
            #expect(failure(bytes, passphrase: nil)?.code == .unsupportedVersion)
        }
    }

    @Test("A whole number is a version")
    func wholeVersion() throws {
        let bytes = try File.outer(["Version": 2, "WrappedData": .data([])])
        #expect(failure(bytes)?.code == .unsupportedVersion)
    }

    @Test(
        "Its missing and damaged parts are reported before a passphrase is asked for",
        arguments: [
            [:], ["Version": .real(1.1)], ["WrappedData": .data([3, 1])],
            ["Version": "1.1", "WrappedData": .data([3, 1])],
            ["Version": .real(1.1), "Data": .data([3, 1])], ["Version": .real(1.1), "WrappedData": "data"],
            ["Version": .real(1.1), "WrappedData": .data([3, 1])], ["Version": .real(1), "WrappedData": .data([1])],
            ["Version": .real(1), "WrappedData": .data([UInt8](repeating: 1, count: 16)), "Salt": "a"],
            ["Version": .real(1), "WrappedData": .data([UInt8](repeating: 1, count: 16)), "Salt": 7, "IV": "a"],
            ["Version": .real(1), "WrappedData": .data([UInt8](repeating: 1, count: 15)), "Salt": "a", "IV": "a"],
            ["Version": .real(1), "WrappedData": .data([]), "Salt": "a", "IV": "a"],
        ] as [[String: ArchivedValue]])
    func damagedOuter(members: [String: ArchivedValue]) throws {
        #expect(failure(try File.outer(members), passphrase: nil)?.code == .corrupt)
    }

    @Test(
        "Another version or option of RNCryptor is unknown",
        arguments: [[2, 1], [4, 1], [3, 0], [3, 2]] as [[UInt8]])
    func rnCryptorVersions(header: [UInt8]) throws {
        let message = try File.rnCryptor([], header: header) + [UInt8](repeating: 0, count: 16)
        let bytes = try File.outer(["Version": .real(1.1), "WrappedData": .data(message)])
        #expect(failure(bytes, passphrase: nil)?.code == .unsupportedVersion)
    }

    // MARK: - The inner archive

    @Test(
        "Content that is not a list of folders is damage, and a wrong passphrase where nothing else can tell",
        arguments: OTPAuthIOSExport.Layout.allCases)
    func otherContent(layout: OTPAuthIOSExport.Layout) throws {
        let isAuthenticated = layout == .backup1dot1 || layout == .account1dot2
        for content in [[], Array("not an archive".utf8), Array("<?xml version=\"1.0\"?><plist/>".utf8)] as [[UInt8]] {
            #expect(
                failure(try File.file(layout, content: content))?.code
                    == (isAuthenticated ? .corrupt : .wrongPassphrase))
        }
        for content in [Array("bplist00".utf8), PropertyListFile([.list([])]).bytes()] {
            #expect(failure(try File.file(layout, content: content))?.code == .corrupt)
        }
        for content in [.null, "text", []] as [ArchivedValue] {
            // An account that is a list is an object of Apple's without the members of an account.
            if let problem = failureOrNil(try File.file(layout, content)) { #expect(problem.code == .corrupt) }
        }
    }

    private func failureOrNil(_ bytes: [UInt8]) -> SourceError? {
        do {
            let document = try open(bytes)
            #expect(document.items == [])
            return nil
        } catch { return error as? SourceError }
    }

    @Test("Cut or changed anywhere, a file with a MAC is an error or gives the same accounts")
    func tampering() throws {
        let bytes = try File.backup(File.account())
        let items = try open(bytes).items
        var generator = SeededGenerator(seed: 1)
        for index in stride(from: 0, to: bytes.count, by: 5) {
            var changed = bytes
            changed[index] ^= UInt8.random(in: 1...255, using: &generator)
            guard let document = try? open(changed) else { continue }
            #expect(document.items.map(\.fieldsLine) == items.map(\.fieldsLine), "byte \(index)")
        }
        for count in stride(from: 0, to: bytes.count, by: 16) {
            #expect(failure(Array(bytes.prefix(count)))?.code == .corrupt, "\(count) bytes")
        }
        for count in stride(from: 1, to: bytes.count, by: 64) where count % 16 != 0 {
            #expect(failure(Array(bytes.prefix(count)))?.code == .corrupt, "\(count) bytes")
        }
    }

    // MARK: - Detection

    @Test("Only whole blocks under one of the two keys are recognized")
    func detection() throws {
        let bytes = try File.backup()
        let files: [([UInt8], Bool)] = [
            (bytes, true), (Array(bytes.prefix(16)), true), (Array(bytes.dropLast()), false), (bytes + [0], false),
            ([bytes[0] ^ 1] + bytes.dropFirst(), false), ([UInt8](repeating: 0xA5, count: 64), false),
        ]
        for (changed, isOne) in files {
            #expect((formatID(of: changed) == "otp-auth-ios") == isOne)
        }
        // A whole page, as in Authenticator Plus.
        var generator = SeededGenerator(seed: 1)
        #expect(formatID(of: bytes.prefix(16) + generator.bytes(1008)) == "otp-auth-ios")
        #expect(throws: SourceError.self) { try open(Array(bytes.prefix(16))) }
    }

    @Test("More accounts than the limit are refused")
    func limit() throws {
        var limits = ImportLimits()
        limits.entries = 1
        let failure = #expect(throws: SourceError.self) {
            try OTPAuthIOSFormat().read(
                ImportRequest(
                    content: SourceContent(try File.backup(File.account(), File.account())),
                    passphrase: Passphrase(File.passphrase), limits: limits))
        }
        #expect(failure?.code == .limitExceeded)
    }
}
