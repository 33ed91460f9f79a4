import Platform
import TOTPDomain
import Testing

/// `--on-duplicate fill`: missing details are taken, and existing ones stay.
@Suite("Empty fields are filled")
struct FillTests {
    private static let then = Date(timeIntervalSince1970: 1_700_000_000)
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func item(
        _ kind: OTPKind = .totp, name: String = "alice", note: String? = nil, tags: [String] = [],
        isFavorite: Bool = false, pin: String = "", counter: Int64? = nil, token: Account.Token? = nil
    ) throws -> Account {
        Account(
            issuer: "Acme", name: name, secret: try OTPSecret(bytes: [UInt8](repeating: 1, count: 20)),
            parameters: try OTPParameters(kind: kind, counter: counter), pin: OTPPin(pin), note: note, tags: tags,
            isFavorite: isFavorite, token: token, createdAt: then)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let old, new, result: Account
        var isUpdated = true
        var note: String?
    }

    private static let cases: [Case] = {
        do {
            return try [
                Case(
                    testDescription: "a note", old: item(), new: item(note: "codes: 1234"),
                    result: item(note: "codes: 1234")),
                Case(
                    testDescription: "a note in place of an empty one", old: item(note: " \n"), new: item(note: "n"),
                    result: item(note: "n")),
                Case(
                    testDescription: "tags and the favorite flag", old: item(note: "n", tags: ["a"]),
                    new: item(tags: ["b", "a"], isFavorite: true),
                    result: item(note: "n", tags: ["a", "b"], isFavorite: true)),
                Case(
                    testDescription: "a PIN", old: item(.motp), new: item(.motp, pin: "1234"),
                    result: item(.motp, pin: "1234")),
                Case(
                    testDescription: "no PIN beside one", old: item(.yandex, pin: "1234"), new: item(.yandex),
                    result: item(.yandex, pin: "1234"), isUpdated: false),
                Case(
                    testDescription: "another note", old: item(note: "old"), new: item(note: "secret words"),
                    result: item(note: "old"), isUpdated: false, note: "its note differs from the existing one"),
                Case(
                    testDescription: "another note, and a tag", old: item(note: "old"),
                    new: item(note: "x", tags: ["t"]),
                    result: item(note: "old", tags: ["t"]), note: "its note differs from the existing one"),
                Case(
                    testDescription: "a part of a word of the note", old: item(note: "PIN 12345"),
                    new: item(note: "PIN 1234"), result: item(note: "PIN 12345"), isUpdated: false,
                    note: "its note differs from the existing one"),
                Case(
                    testDescription: "a part of the note", old: item(note: "old and new"), new: item(note: "new "),
                    result: item(note: "old and new"), isUpdated: false),
                Case(
                    testDescription: "empty note", old: item(), new: item(note: " "), result: item(), isUpdated: false
                ),
                Case(
                    testDescription: "nothing", old: item(note: "n", tags: ["a"], isFavorite: true), new: item(),
                    result: item(note: "n", tags: ["a"], isFavorite: true), isUpdated: false),
                Case(
                    testDescription: "another spelling", old: item(), new: item(name: "ALICE"), result: item(),
                    isUpdated: false),
                Case(
                    testDescription: "a higher counter", old: item(.hotp, counter: 1),
                    new: item(.hotp, note: "n", counter: 9), result: item(.hotp, note: "n", counter: 1),
                    note: "its counter is 9, the existing one is 1"),
                Case(
                    testDescription: "a token", old: item(), new: item(token: .init(serial: "1")),
                    result: item(token: .init(serial: "1"))),
                Case(
                    testDescription: "the model of a token", old: item(token: .init(serial: "1", user: "a")),
                    new: item(token: .init(serial: "1", model: "A")),
                    result: item(token: .init(serial: "1", model: "A", user: "a"))),
                Case(
                    testDescription: "another token", old: item(token: .init(serial: "1")),
                    new: item(token: .init(serial: "2", model: "A")), result: item(token: .init(serial: "1")),
                    isUpdated: false, note: "its token differs from the existing one"),
            ]
        } catch { return [] }
    }()

    @Test func thereAreCases() { #expect(Self.cases.count == 16) }

    @Test("Missing details are filled in, and existing ones stay and are named if they differ", arguments: cases)
    func fills(_ example: Case) throws {
        let before = [example.old]
        var merger = AccountMerger(before, policy: .fill, now: Self.now)
        let outcome = merger.merge(example.new)
        #expect(outcome == (example.isUpdated ? .updated(note: outcome.note) : .duplicate(note: outcome.note)))
        #expect(outcome.note?.text == example.note)
        var expected = example.result
        (expected.id, expected.updatedAt) = (example.old.id, example.isUpdated ? Self.now : Self.then)
        #expect(merger.accounts == [expected])
        try MergeCheck.verify(before: before, after: merger.accounts, accepted: [example.new], outcomes: [outcome])
    }

    @Test("The order of the inputs of a run does not matter", arguments: [false, true])
    func order(isReversed: Bool) throws {
        let plain = try Self.item(.motp), full = try Self.item(.motp, note: "n", tags: ["t"], pin: "1234")
        let accepted = isReversed ? [full, plain] : [plain, full]
        var merger = AccountMerger([], policy: .fill, now: Self.now)
        let outcomes = accepted.map { merger.merge($0) }
        #expect(outcomes == [.added(nil), isReversed ? .duplicate(note: nil) : .updated(note: nil)])
        #expect(merger.accounts.map(\.note) == ["n"] && merger.accounts.map(\.pin) == [OTPPin("1234")])
        try MergeCheck.verify(before: [], after: merger.accounts, accepted: accepted, outcomes: outcomes)
    }

    @Test("Two PINs are two accounts, and none takes the other's")
    func pins() throws {
        var merger = AccountMerger([], policy: .fill, now: Self.now)
        let accepted = try ["", "1234", "5678", "1234", ""].map { try Self.item(.yandex, pin: $0) }
        let outcomes = accepted.map { merger.merge($0) }
        #expect(merger.accounts.map(\.pin) == [OTPPin("1234"), OTPPin("5678")])
        #expect(outcomes[1] == .updated(note: nil) && outcomes[3] == .duplicate(note: nil))
        #expect(outcomes[4] == .duplicate(note: nil))
        try MergeCheck.verify(before: [], after: merger.accounts, accepted: accepted, outcomes: outcomes)
    }

    @Test("A PIN that nobody brought is caught")
    func inventedPIN() throws {
        let old = try Self.item(.motp), new = try Self.item(.motp, pin: "1234")
        for outcome in [MergeOutcome.updated(note: nil), .duplicate(note: nil)] {
            #expect(throws: MergeError.self) {
                try MergeCheck.verify(before: [old], after: [new], accepted: [old], outcomes: [outcome])
            }
        }
    }

    @Test("skip names what it leaves, and never the note itself")
    func skip() throws {
        let full = try Self.item(note: "codes: 1234", tags: ["t"], isFavorite: true)
        let old = try Self.item()
        var merger = AccountMerger([old], policy: .skip, now: Self.now)
        let note = merger.merge(full).note
        #expect(note?.text == "its note, tags and favorite flag are not taken")
        #expect(merger.accounts == [old])
    }
}
