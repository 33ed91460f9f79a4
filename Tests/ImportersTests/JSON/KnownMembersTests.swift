import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers

@Suite("Members of JSON that a format knows")
struct KnownMembersTests {
    private static let members = KnownMembers("secret label tags", opaque: "custom")

    @Test(
        "Those that look like a part of an account and are not known are named",
        arguments: [
            (#"[{"secret":"a","label":"b"}]"#, []), (#"[{"secret":"a","Period":60}]"#, ["Period"]),
            (#"[{"secret":"a"},{"x":1,"otp":{"digits":8,"secret":"a"}}]"#, ["otp", "digits"]),
            (#"[{"period":1},{"period":2},{"time-step":3}]"#, ["period", "time-step"]),
            (#"[{"created":1,"color":"red","nested":[{"deep":[{"x":1}]}]}]"#, []),
            // null and "" say nothing.
            (#"[{"period":null,"issuer":"","digits":0,"tags":["a"]}]"#, ["digits"]),
            (#"[{"url":"otpauth:\/\/totp\/a?secret=b","site_url":"https://a.example"}]"#, ["url"]),
            (#"[{"url":"https://a.example"},{"url":"steam://AA"}]"#, ["url"]),
            (#"{"custom":{"period":1},"list":[{"custom":[{"issuer":"a"}]}]}"#, []),
            (#"[{"per\u0069od":1}]"#, ["period"]),
            // Up to the damage.
            (#"[{"period":1},{"digits":"#, ["period"]), ("", []),
        ])
    func unread(text: String, names: [String]) { #expect(Self.members.unread(in: Array(text.utf8)) == names) }

    @Test("A name is shortened, and no more than 16 are shown")
    func bounded() {
        let names = (0..<100).map { "issuer\(String(repeating: "-", count: $0 + 50))" }
        let text = Array("[{\(names.map { "\"\($0)\":1" }.joined(separator: ","))}]".utf8)
        let unread = Self.members.unread(in: text)
        #expect(unread.allSatisfy { $0.count <= 41 } && 1...16 ~= unread.count)
    }

    @Test("Members outside of the records have any name")
    func depth() {
        let members = KnownMembers("secret", from: 2)
        #expect(members.unread(in: Array(#"{"issuer":{"secret":"a"},"period":{"digits":8}}"#.utf8)) == ["digits"])
    }

    @Test(
        "Records that have only known members",
        arguments: [
            (#"[{"secret":"a"},{"label":"b","tags":[]}]"#, true), (#"[{"secret":"a"},{"x":1}]"#, false),
            (#"[{"secret":"a","x":null}]"#, true), (#"[{"secret":"a","x":""}]"#, true),
            (#"[{"secret":"a","x":[{"y":1}]}]"#, true), (#"[{"secret":"a","x":[{"period":1}]}]"#, false),
            (#"[{"secret":"a","otp":{}}]"#, false), (#"[{"secret":"a","x":"b""#, false), ("[{\"secret\":", true),
        ])
    func all(text: String, isAll: Bool) {
        #expect(Self.members.areAll(ofRecordsAt: 2, in: Array(text.utf8)) == isAll)
        let inside = Array(#"{"list":\#(text),"other":[{"x":1}]}"#.utf8)
        if text.hasSuffix("]") { #expect(Self.members.areAll(ofRecordsAt: 3, inList: "list", in: inside) == isAll) }
    }

    // MARK: - All formats

    /// Plain JSON of apps, which reads without a problem.
    private static let exports = ExportSample.goodFixtures.filter { sample in
        guard sample.expected.password == nil, let bytes = try? FixtureFolder.bytes(sample.url),
            let id = sample.expected.format, !["json-list", "ente", "otpauth"].contains(id)
        else { return false }
        return SourceContent(bytes).jsonOutline != nil
    }

    @Test("No export of an app has a member that is not known", arguments: exports)
    func complete(sample: ExportSample) throws {
        let document = try read(try FixtureFolder.bytes(sample.url), siblings: SiblingFiles(of: sample.url))
        #expect(document.warnings.map(\.message).filter { $0.contains("is not read in") } == [])
    }

    @Test("A part of an account that an app does not write is never lost silently", arguments: exports)
    func named(sample: ExportSample) throws {
        var text = SourceContent(try FixtureFolder.bytes(sample.url)).text
        guard let place = Self.placeOfMember(in: text) else { return }
        text.insert(contentsOf: Array(#""Time Step":77,"#.utf8), at: place)
        // As a list of unknown origin, it is read as it says, or refused.
        guard let document = try? read(text, siblings: SiblingFiles(of: sample.url)), document.format != "json-list"
        else { return }
        #expect(
            document.warnings.map(\.message).contains { $0.hasPrefix("Time Step is not read in ") },
            "\(document.format)")
    }

    /// Where the first member starts that is about the secret of an account.
    private static func placeOfMember(in text: [UInt8]) -> Int? {
        var scanner = JSONScanner(text, checksEscapes: false)
        while let token = try? scanner.next() {
            guard case .name(let text) = token, let name = try? scanner.string(text) else { continue }
            // Users of Keeper name the members around this one.
            if name.hasPrefix("$") { continue }
            if AccountPart(named: name)?.isKey == true, (try? scanner.nextKind()) == .string {
                return text.range.lowerBound - 1
            }
        }
        return nil
    }
}
