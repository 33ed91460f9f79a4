import Encodings
import FixtureSupport
import Foundation
import Platform
import TOTPDomain
import Testing

@testable import Vault

/// Random histories of copies of one vault: edits, removals, restored versions, merges in between, clocks that are wrong
/// by years, and programs that note no changes.
@Suite("Copies of a vault that were changed anywhere become the same, in whichever order they are merged")
struct CopyMergeModelTests {
    private static let histories = Thoroughness.isWhole ? 5_000 : 300

    @Test("All orders give the same accounts, and nothing is lost that no copy has removed")
    func everyOrder() throws {
        for seed in 0..<UInt64(Self.histories) {
            var history = try History(seed: seed)
            try history.run()
            guard try history.check(seed) else { return }
        }
    }
}

private struct History {
    private var generator: SeededGenerator
    private var copies: [Copy] = []
    /// Accounts that a copy has removed or taken back at some time.
    private var removed: Set<UUID> = []
    /// Secrets that a copy has replaced or removed.
    private var replaced: Set<OTPSecret> = []
    private var count: UInt8 = 0

    private struct Copy {
        var document: VaultDocument
        var earlier: [VaultDocument] = []
        /// How wrong its clock is, in seconds.
        let clock: TimeInterval
        /// Whether its program notes changes.
        let isOld: Bool
    }

    private static let start = Date(timeIntervalSince1970: 1_795_253_400)

    init(seed: UInt64) throws {
        generator = SeededGenerator(seed: seed)
        var document = VaultDocument(VaultContent())
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            document.content.items.append(try item(at: Self.start))
        }
        for _ in 0..<Int.random(in: 2...4, using: &generator) {
            let years = Double(Int.random(in: -3...3, using: &generator))
            copies.append(
                Copy(
                    document: document, clock: Bool.random(using: &generator) ? years * 31_536_000 : 0,
                    isOld: Int.random(in: 0..<5, using: &generator) == 0))
        }
    }

    private mutating func item(at time: Date) throws -> Account {
        Account(
            id: UUID(uuid: uuid()), issuer: "Acme", name: "n\(count)", secret: try secret(),
            parameters: try OTPParameters(kind: Bool.random(using: &generator) ? .hotp : .totp, counter: 1),
            createdAt: time)
    }

    private mutating func uuid() -> uuid_t {
        let bytes = generator.bytes(16)
        return bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }
    }

    private mutating func secret() throws -> OTPSecret {
        count += 1
        return try OTPSecret(bytes: [count] + [UInt8](repeating: 7, count: 15))
    }

    mutating func run() throws {
        for step in 0..<Int.random(in: 0...14, using: &generator) {
            let place = Int.random(in: copies.indices, using: &generator)
            let now = Self.start.addingTimeInterval(Double(step * 60) + copies[place].clock)
            let before = copies[place].document
            if Int.random(in: 0..<5, using: &generator) == 0 {
                let other = copies[Int.random(in: copies.indices, using: &generator)].document
                copies[place].document = try CopyMerge(before, with: other).document
            } else {
                try change(place, now)
                if !copies[place].isOld { try copies[place].document.record(since: before, at: now) }
            }
            copies[place].document = try VaultDocument(plaintext: copies[place].document.plaintext())
            copies[place].earlier.append(before)
        }
    }

    private mutating func change(_ place: Int, _ now: Date) throws {
        var content = copies[place].document.content
        let kind = Int.random(in: 0..<12, using: &generator)
        if kind == 0 || content.items.isEmpty {
            content.items.append(try item(at: now))
        } else if kind == 1, let earlier = copies[place].earlier.randomElement(using: &generator), !copies[place].isOld
        {
            let (old, new) = (content.items, earlier.content.items)
            removed.formUnion(Set((old + new).map(\.id)))
            replaced.formUnion(Set((old + new).map(\.secret)))
            content.items = new
        } else {
            let at = Int.random(in: content.items.indices, using: &generator)
            let id = content.items[at].id
            if kind == 2 {
                removed.insert(id)
                replaced.insert(content.items[at].secret)
                content.items.remove(at: at)
            } else {
                try edit(&content.items[at], kind)
                content.items[at].updatedAt = max(now, content.items[at].updatedAt.addingTimeInterval(1))
            }
        }
        copies[place].document.content = content
    }

    private mutating func edit(_ item: inout Account, _ kind: Int) throws {
        let word = "w\(Int.random(in: 0..<3, using: &generator))"
        switch kind {
        case 3: item.issuer = word
        case 4: item.name = word
        case 5: item.note = Bool.random(using: &generator) ? nil : word
        case 6: item.isFavorite.toggle()
        case 7, 8:
            if let place = item.tags.firstIndex(of: word) {
                item.tags.remove(at: place)
            } else {
                item.tags.append(word)
            }
        case 9: item.source = Account.Source(format: "aegis", importedAt: item.createdAt)
        case 10:
            replaced.insert(item.secret)
            item.secret = try secret()
        default:
            if let counter = item.parameters.counter { item.parameters = item.parameters.atCounter(counter + 1) }
        }
    }

    /// - Returns: whether everything is as expected.
    mutating func check(_ seed: UInt64) throws -> Bool {
        var expected: [String: String]?
        for _ in 0..<6 {
            let order = copies.shuffled(using: &generator).map(\.document)
            var merged = order[0]
            for other in order.dropFirst() { merged = try CopyMerge(merged, with: other).document }
            let state = accounts(merged)
            let isSame = expected == nil || state == expected
            #expect(isSame, "history \(seed): \(state) is not \(expected ?? [:])")
            expected = state
            let isFinal = try order.allSatisfy { copy in
                let again = try CopyMerge(merged, with: copy).document
                return accounts(again) == state && again.seen == merged.seen
            }
            let isOwn = try CopyMerge(merged, with: merged).document.matches(merged)
            #expect(isOwn, "history \(seed): a copy of itself changes something")
            #expect(isFinal, "history \(seed): what was merged already changes something")
            let lost = lostNames(merged)
            #expect(lost.isEmpty, "history \(seed)")
            guard isSame, isFinal, lost.isEmpty else { return false }
        }
        return true
    }

    /// Nothing of a removed account is kept, so if it lives all the same, its parts may be those of either copy.
    private func accounts(_ document: VaultDocument) -> [String: String] {
        var all: [String: String] = [:]
        for item in document.content.items {
            // What a merge made is named after the account that has the other secret, until somebody renames it. If that
            // account was removed, or the secret replaced, it may be there in one order and not in another.
            if item.tags.contains("conflict") {
                let original = document.changes[item.id]?.conflictOf
                if let original, !removed.contains(original), !replaced.contains(item.secret) {
                    all[item.id.uuidString] = item.secret.base32
                }
                continue
            }
            let isWhole = !removed.contains(item.id)
            // A program that notes nothing does not say what it knew of an account that others removed.
            if !isWhole, copies.contains(where: \.isOld) { continue }
            // A secret that was replaced, and came back with an earlier version, may have an earlier counter.
            let counter = replaced.contains(item.secret) ? nil : item.parameters.counter
            let tags = item.tags.sorted().joined(separator: ",")
            all[item.id.uuidString] =
                !isWhole
                ? ""
                : "\(item.issuer)|\(item.name)|\(item.note ?? "-")|\(tags)|\(item.isFavorite)|\(item.secret.base32)|"
                    + "\(counter ?? -1)|\(item.source?.format.rawValue ?? "-")"
        }
        return all
    }

    /// Of accounts whose secret is nowhere any more, although no copy has removed or replaced it.
    private func lostNames(_ merged: VaultDocument) -> [String] {
        let secrets = replaced.union(merged.content.items.map(\.secret))
        return copies.flatMap(\.document.content.items).filter { !secrets.contains($0.secret) }.map(\.name)
    }
}
