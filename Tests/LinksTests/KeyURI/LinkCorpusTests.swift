import FixtureSupport
import Links
import Platform
import TOTPDomain
import Testing

/// The hard links of the team's corpus, line by line compared with the results of a reference decoder.
@Suite(.enabled(if: FixtureFolder.exists(FixtureFolder.corpus), "\(FixtureFolder.needsCorpus)"))
struct LinkCorpusTests {
    private static let file = FixtureFolder.corpus.appending(path: "made/uris-hard.txt")

    private struct Expectation: Decodable {
        var items: [Item]
        var rejected: Int
    }

    fileprivate struct Item: Decodable, Equatable {
        var kind: String
        var issuer: String
        var name: String
        var secret: String
        var algorithm: String
        var digits: Int
        var period: Int?
        var counter: Int64?
        var pin: String?
    }

    @Test
    func readsTheHardLinks() throws {
        let expectation = try JSONDecoder().decode(
            Expectation.self, from: Data(contentsOf: Self.file.appendingPathExtension("expected.json")))
        let text = try FixtureFolder.bytes(Self.file)
        var items: [Item] = []
        var rejected = 0
        LinkRecords.forEachRecord(in: text.span, isJSON: false) { record, link in
            guard case .link(let scheme) = record.kind else { return true }
            do throws(EntryError) { items.append(Item(of: try KeyURI.read(link, scheme: scheme).account)) } catch {
                rejected += 1
            }
            return true
        }
        #expect(items.count == expectation.items.count)
        for (item, expected) in zip(items, expectation.items) {
            var expected = expected
            // Its link has `digits=6`, so its codes are not Steam's, whatever its issuer is.
            if expected.issuer == "Steam", expected.name == "s2" { (expected.kind, expected.digits) = ("totp", 6) }
            #expect(item == expected)
        }
        #expect(rejected == expectation.rejected)
    }
}

extension LinkCorpusTests.Item {
    fileprivate init(of item: Account) {
        kind = item.parameters.kind.rawValue
        (issuer, name) = (item.issuer, item.name)
        secret = item.secret.base32
        algorithm = item.parameters.algorithm.rawValue
        digits = item.parameters.digits
        period = item.parameters.period
        counter = item.parameters.counter
        pin = item.pin?.text
    }
}
