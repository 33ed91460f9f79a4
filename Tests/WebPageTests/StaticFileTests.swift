import CryptoPrimitives
import Encodings
import FixtureSupport
import Platform
import Testing

@testable import WebPage

/// The files of the page are in the program as they are in the source, small, and without code in other places.
@Suite struct StaticFileTests {
    private static let folder = FixtureFolder.package.appending(path: "Sources/WebPage/Page")

    @Test func everyFileIsEmbedded() throws {
        let files = try FixtureFolder.files(below: Self.folder)
        for file in files {
            let path = file.lastPathComponent == "index.html" ? "/" : "/\(file.lastPathComponent)"
            let embedded = try #require(StaticFile.named(path), "add \(path) to CShims/WebPage/page.c")
            #expect(embedded.bytes == (try FixtureFolder.bytes(file)), "\(path) is of an earlier build")
        }
        #expect(StaticFile.all.count == files.count)
    }

    @Test("The files of the page have fewer than 233,000 bytes together")
    func theyAreSmall() {
        #expect(StaticFile.all.reduce(0) { $0 + $1.bytes.count } < 233_000)
    }

    /// Only our own files may run: code that the policy forbids must not exist either.
    @Test func nothingIsInline() throws {
        let page = String(decoding: try #require(StaticFile.named("/")).bytes, as: UTF8.self)
        #expect(!page.contains("<style") && !page.contains(" style=") && !page.contains("javascript:"))
        #expect(page.split(separator: "<script").dropFirst().allSatisfy { $0.prefix { $0 != ">" }.contains(" src=") })
        for file in StaticFile.all where file.path.hasSuffix(".js") {
            let code = String(decoding: file.bytes, as: UTF8.self)
            for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"] {
                #expect(!code.contains(word), "\(file.path) uses \(word)")
            }
            #expect(!code.contains("http://") || code.contains("www.w3.org"), "\(file.path)")
        }
    }

    /// A browser that has the page from this program takes nothing else from another one that has its address by then.
    @Test func thePageNamesTheHashOfEveryFile() throws {
        let page = try #require(StaticFile.named("/")).response.text
        for file in StaticFile.all where !["/", "/icon.svg"].contains(file.path) {
            let hash = Base64.encode(try Digest.sha256.hash(file.bytes))
            #expect(page.contains("=\"\(file.path.dropFirst())\" integrity=\"sha256-\(hash)\">"), "\(file.path)")
        }
        #expect(page.split(separator: "integrity=").count == StaticFile.all.count - 1)
        // The script that takes the token out of the address comes before anything else is loaded.
        let first = try #require(page.firstRange(of: "src=\"start.js\""))
        let others = page.ranges(of: "href=\"style.css\"") + page.ranges(of: "type=\"module\"")
        #expect(others.allSatisfy { first.lowerBound < $0.lowerBound })
    }

    @Test func everyAnswerHasTheHeaders() {
        let names = Set(SecurityHeaders.all.map(\.name))
        for name in [
            "Cache-Control", "Content-Security-Policy", "Cross-Origin-Opener-Policy", "Cross-Origin-Embedder-Policy",
            "Cross-Origin-Resource-Policy", "Permissions-Policy", "Referrer-Policy", "X-Content-Type-Options",
        ] { #expect(names.contains(name)) }
        let policy = SecurityHeaders.all.first { $0.name == "Content-Security-Policy" }?.value ?? ""
        #expect(policy.hasPrefix("default-src 'none'; "))
        #expect(policy.contains("require-trusted-types-for 'script'"))
        #expect(!policy.contains("unsafe") && !policy.contains("*") && !policy.contains("data:"))
    }
}
