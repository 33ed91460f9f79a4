import FixtureSupport
import TOTPDomain
import Testing

/// Exports that were cut off or changed on their way: an error that says so, or the true accounts, in bounded time.
@Suite("Damaged databases, archives, XML and KDBX")
struct DamagedExportTests {
    /// Far beyond the time for any file: no damage may make reading endless.
    private static let longest = Duration.seconds(10)

    @Test(
        "There are samples of each format",
        .enabled(if: !WholeExport.corpus.isEmpty && Thoroughness.formats == nil, "\(FixtureFolder.needsCorpus)"))
    func complete() {
        #expect(Set(WholeExport.corpus.compactMap(\.expected.format)).count == 12)
    }

    @Test("Cut off anywhere, no file gives an account that is not in it", arguments: WholeExport.containers)
    func cut(sample: WholeExport) {
        let step = max(Thoroughness.isWhole ? 64 : 256, sample.bytes.count / sample.cuts)
        for count in stride(from: 0, to: sample.bytes.count, by: step) {
            check(Array(sample.bytes.prefix(count)), of: sample, sample.protection, "cut after \(count)")
        }
        check(sample.bytes.dropLast(), of: sample, sample.protection, "without its last byte")
    }

    @Test(
        "Changed in single bits or bytes, no file gives an account that is not in it",
        arguments: WholeExport.containers)
    func changed(sample: WholeExport) {
        var generator = SeededGenerator(seed: UInt64(sample.bytes.count))
        let count = sample.changes
        for index in 0..<count {
            let range = (sample.bytes.count * index / count)..<max(1, sample.bytes.count * (index + 1) / count)
            guard let place = range.randomElement(using: &generator) else { continue }
            var changed = sample.bytes
            changed[place] =
                index % 4 == 0
                ? UInt8.random(in: 0...255, using: &generator)
                : changed[place] ^ 1 << Int.random(in: 0..<8, using: &generator)
            check(changed, of: sample, sample.protection, "byte \(place) changed to \(changed[place])")
        }
    }

    private func check(
        _ bytes: [UInt8], of sample: WholeExport, _ protection: WholeExport.Protection, _ what: String
    ) {
        let outcome = Duration.ofProcessor {
            // Whose file this is must be found out first.
            _ = sample.format.recognizes(SourceContent(bytes))
            return sample.read(bytes, passphrase: sample.expected.password)
        }
        #expect(outcome.time < Self.longest, "\(what)")
        var messages: [String] = []
        switch outcome.value {
        case .failure(let failure): messages = [failure.message]
        case .success(let document):
            messages = document.rejections.map(\.reason)
            switch protection {
            case .everything:
                let right = Set(sample.expected.items)
                let wrong = document.items.count { !right.contains(ExpectedAccounts.Item($0)) }
                #expect(wrong == 0, "\(what): \(wrong) accounts are others")
            case .secrets:
                let right = Set(sample.expected.items.map(\.secret))
                let wrong = document.items.count { !right.contains($0.secret.base32) }
                #expect(wrong == 0, "\(what): \(wrong) secrets are others")
            case .nothing: break
            }
        }
        let shown = sample.expected.items.count { item in
            item.secret.utf8.count >= 10 && messages.contains { $0.contains(item.secret) }
        }
        #expect(shown == 0, "\(what): \(shown) secrets in messages")
    }

    // MARK: - Passphrases

    private static let sealed = WholeExport.containers.filter { $0.expected.password != nil }

    @Test("A wrong passphrase is reported", arguments: sealed)
    func wrongPassphrase(sample: WholeExport) throws {
        let right = try #require(sample.expected.password)
        // OTPClient's old versions cut passphrases at the end, so the wrong part is in front. In the key of a PSKC
        // file, spaces do not matter.
        for wrong in ["", (sample.expected.format == "pskc" ? "a" : " ") + right, "x"] {
            let outcome = sample.read(sample.bytes, passphrase: wrong)
            guard case .failure(let failure) = outcome else {
                Issue.record("a wrong passphrase opens it")
                continue
            }
            #expect(failure.code == .wrongPassphrase)
        }
    }

    @Test("A missing passphrase is reported", arguments: sealed)
    func noPassphrase(sample: WholeExport) {
        let outcome = sample.read(sample.bytes, passphrase: nil, isKeyFileAtHand: false)
        guard case .failure(let failure) = outcome else {
            Issue.record("it opens without a passphrase")
            return
        }
        #expect(failure.code == .passphraseRequired)
    }
}
