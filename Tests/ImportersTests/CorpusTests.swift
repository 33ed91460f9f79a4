import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers

@Suite("The team's corpus", .enabled(if: FixtureFolder.exists(FixtureFolder.corpus), "no corpus beside the checkout"))
struct CorpusTests {
    @Test(
        "A file gives exactly the accounts that are expected of it, in order",
        arguments: ["made/uris-hard.txt", "made/google-migration.txt", "aegis/plain.txt"])
    func file(name: String) throws {
        let url = FixtureFolder.corpus.appending(path: name)
        let expected = try ExpectedAccounts(besides: url)
        let document = try read(try FixtureFolder.bytes(url))
        #expect(document.format.rawValue == expected.format)
        #expect(document.items.count == expected.items.count)
        for (read, expected) in zip(document.items, expected.items) { #expect(ExpectedAccounts.Item(read) == expected) }
        #expect(document.rejections.count == expected.rejected)
    }
}
