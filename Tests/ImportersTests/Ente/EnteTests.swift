import TOTPDomain
import Testing

@testable import Importers

@Suite("Ente Auth's list of links")
struct EnteTests {
    private static let alice = "otpauth://totp/Acorn:alice%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Acorn"
    private static let bob = "otpauth://hotp/Birch:bob?secret=GEZDGNBVGY3TQOJQ&issuer=Birch&counter=7"

    @Test(
        "One link with Ente's parameter makes a list Ente's",
        arguments: [
            EnteExport.link(alice), "\(alice)\n\(EnteExport.link(bob))", "# a comment\n\(EnteExport.link(alice))\r\n",
            "\(alice)&CODEDISPLAY=", "\(alice)&codeDisplay", "not a link\n\(alice)&codeDisplay=%7B",
            "otpauth-migration://offline?data=\n\(EnteExport.link(alice))",
        ])
    func detection(text: String) { #expect(formatID(of: text.utf8) == "ente") }

    @Test(
        "Without Ente's parameter, it is a list of links like any other",
        arguments: [
            alice, "# \(EnteExport.link(alice))\n\(bob)", "\(alice)codeDisplay=", "\(alice)#&codeDisplay={}",
            "otpauth://totp/codeDisplay=?secret=JBSWY3DPEHPK3PXP", "\(alice)\ncodeDisplay={}",
            "steam://JBSWY3DPEHPK3PXP?codeDisplay={}",
        ])
    func otherLists(text: String) { #expect(formatID(of: text.utf8) == "otpauth") }

    @Test("A JSON text that quotes such a link is not read as a list of links")
    func linkInJSON() {
        #expect(formatID(of: jsonObject(["notes": jsonText(EnteExport.link(Self.alice))]).utf8) != "ente")
    }

    @Test("Note, tags and pin are imported; order and duplicates stay")
    func display() throws {
        let display = #"{"pinned":true,"trashed":false,"tags":["work"," ","mail "],"note":" two\nlines ","tapCount":3}"#
        let document = try read(
            [
                EnteExport.link(Self.bob), EnteExport.link(Self.alice, display: display), EnteExport.link(Self.bob),
                Self.alice,
            ].joined(separator: "\n"))
        #expect(document.format == "ente")
        #expect(
            document.items.map(\.label) == [
                "Birch: bob", "Acorn: alice@example.com", "Birch: bob", "Acorn: alice@example.com",
            ])
        #expect(document.items.map(\.note) == [nil, " two\nlines ", nil, nil])
        #expect(document.items.map(\.tags) == [[], ["work", "mail"], [], []])
        #expect(document.items.map(\.isFavorite) == [false, true, false, false])
        #expect(document.items.map(\.parameters.counter) == [7, nil, 7, nil])
        #expect(document.warnings == [])
    }

    @Test("What is neither read nor known is named once")
    func unread() throws {
        let link = EnteExport.link(Self.alice, display: #"{"pinned":true,"label":"x","iconID":"y"}"#)
        #expect(
            try read("\(link)\n\(EnteExport.link(Self.bob))\n\(link)").warnings
                == ["\"label\" is not read (2 accounts); compare the codes with the app"])
    }

    @Test("Accounts in the trash are imported, with a warning")
    func trash() throws {
        let document = try read(
            "\(EnteExport.link(Self.bob))\n" + EnteExport.link(Self.alice, display: #"{"trashed":true}"#))
        #expect(document.items.count == 2)
        #expect(document.warnings.count == 1)
        #expect(
            document.warnings.first?.message.hasPrefix("line 2 (Acorn: alice@example.com): in Ente's trash") == true)
    }

    @Test("Two remarks about one account are one warning")
    func twoRemarks() throws {
        let link = EnteExport.link("otpauth://hotp/Birch:bob?secret=GEZDGNBVGY3TQOJQ", display: #"{"trashed":true}"#)
        let warnings = try read(link).warnings
        #expect(warnings.count == 1)
        #expect(
            warnings.first?.message.contains("has no counter") == true
                && warnings.first?.message.contains("trash") == true)
    }

    @Test(
        "Odd values beside the account cost neither it nor the others",
        arguments: [
            "null", "", #"{"pinned":"yes","trashed":1,"tags":"work","note":[]}"#, #"{"tags":[1,null],"note":null}"#,
            #"{"pinned":null,"trashed":null,"tags":null}"#, "{}",
        ])
    func oddDisplay(display: String) throws {
        let document = try read(EnteExport.link(Self.alice, display: display))
        #expect(document.items.map(\.label) == ["Acorn: alice@example.com"])
        #expect(document.items.first?.note == nil && document.items.first?.tags == [])
        #expect(document.items.first?.isFavorite == false)
        #expect(document.warnings == [])
    }

    @Test(
        "Damage beside the account is a warning",
        arguments: [
            "{", "[]", "7", "{\"note\":\"\\ud800\"}x", deepNesting, "{\"a\":\(deepNesting)",
        ])
    func damagedDisplay(display: String) throws {
        let document = try read(EnteExport.link(Self.alice, display: display))
        #expect(document.items.map(\.label) == ["Acorn: alice@example.com"])
        #expect(document.warnings.count == 1)
        #expect(document.warnings.first?.message.contains("codeDisplay is damaged") == true)
    }

    @Test(
        "The app's habits are read",
        arguments: [
            (
                link: ":eve?secret=GEZDGNBV&issuer=", issuer: "", name: "eve", kind: OTPKind.totp,
                algorithm: OTPAlgorithm.sha1
            ),
            (
                link: "Air%20Meadow:fay?secret=GEZDGNBV&issuer=Air+Meadow&algorithm=sha512", issuer: "Air Meadow",
                name: "fay", kind: .totp, algorithm: .sha512
            ),
            (
                link: "gil?secret=GEZDGNBV%3D%3D&issuer=null&period=null&digits=null&algorithm=null", issuer: "",
                name: "gil", kind: .totp, algorithm: .sha1
            ),
            (link: "Fir:?secret=gezd%20gnbv&issuer=Fir", issuer: "Fir", name: "", kind: .totp, algorithm: .sha1),
        ])
    func habits(link: String, issuer: String, name: String, kind: OTPKind, algorithm: OTPAlgorithm) throws {
        let item = try #require(try read(EnteExport.link("otpauth://totp/\(link)")).items.first)
        #expect((item.issuer, item.name) == (issuer, name))
        #expect(item.secret.base32 == "GEZDGNBV")
        #expect(item.parameters == (try OTPParameters(kind: kind, algorithm: algorithm)))
    }

    @Test("Steam accounts have a type of their own")
    func steam() throws {
        let item = try #require(
            try read(EnteExport.link("otpauth://steam/Den:hal?secret=GEZDGNBV&issuer=Den")).items.first)
        #expect(item.parameters.kind == .steam)
        #expect(item.label == "Den: hal")
        let named = try #require(
            try read(EnteExport.link("otpauth://totp/Steam:hal?secret=GEZDGNBV&issuer=Steam")).items.first)
        #expect(named.parameters == (try OTPParameters(kind: .totp)))
        let own = try #require(
            try read(EnteExport.link("otpauth://steam/Den:hal?secret=GEZDGNBV&issuer=Den&period=60")).items.first)
        #expect(own.parameters == (try OTPParameters(kind: .steam, period: 60)))
    }

    @Test("A rejection names its line and its reason")
    func rejections() throws {
        let document = try read(
            """
            \(EnteExport.link("otpauth://totp/Acorn:ann?issuer=Acorn"))
            \(EnteExport.link(Self.alice))
            \(EnteExport.link("otpauth://push/Acorn:ben?secret=GEZDGNBV"))
            \(EnteExport.link("otpauth://totp/Acorn:cat?secret=GEZDGNBV&algorithm=SHA3"))
            \(EnteExport.link("otpauth://totp/Acorn:dan?secret=GEZD1"))
            a shopping list
            """)
        #expect(document.items.count == 1)
        #expect(document.rejections.map(\.position.description) == ["line 1", "line 3", "line 4", "line 5"])
        #expect(
            document.rejections.map(\.code) == [
                .secretMissing, .typeUnknown, .algorithmUnknown, .secretNotBase32,
            ])
        #expect(document.rejections.map(\.label) == ["Acorn: ann", "Acorn: ben", "Acorn: cat", "Acorn: dan"])
    }

    @Test("A problem in a QR code names the code, not a line")
    func code() throws {
        let content = SourceContent(text: Array(EnteExport.link(Self.alice, display: #"{"trashed":true}"#).utf8))
        let document = try EnteFormat().read(ImportRequest(content: content, code: 3))
        #expect(document.items.count == 1)
        #expect(document.warnings.first?.message.hasPrefix("code 3 (") == true)
    }
}
