import Encodings
import Links
import TOTPDomain
import Testing

/// `Docs/formats/otpauth.md`, “Prose after a link”: text after a value on the line is not part of it, unless it clearly
/// continues the value.
struct LinkProseTests {
    private static func links(_ text: String) -> [String] {
        var links: [String] = []
        let bytes = Array(text.utf8)
        LinkRecords.forEachRecord(in: bytes.span, isJSON: LinkRecords.isJSON(bytes.span)) { record, bytes in
            if case .link = record.kind {
                links.append(String(decoding: bytes.withUnsafeBufferPointer { Array($0) }, as: UTF8.self))
            }
            return true
        }
        return links
    }

    private static let named = "otpauth://totp/A:b?secret="
    private static let key = "GEZDGNBVGY3TQOJQ"

    @Test(
        "A field of another program ends a link, also without a value",
        arguments: [
            (" user: ", "&c=1"), (" user: x", "&c=1"), (" ip=", "&c=1"), (" user: x", ""), ("\tx", ""),
            (" | ", "&c=1"),
        ])
    func field(field: String, rest: String) {
        let link = "\(Self.named)\(Self.key)&issuer=Acme"
        #expect(Self.links(link + field + rest) == [link])
    }

    @Test(
        "Prose ends a link",
        arguments: [
            ("\(named)\(key)", " is my bank"), ("\(named)\(key)", " bank"), ("\(named)\(key)", " a"),
            ("\(named)\(key)", " Is my bank"), ("\(named)\(key)", " IS MY BANK"), ("\(named)\(key)", " VPN"),
            ("\(named)\(key)", "\tmy bank"), ("\(named)\(key)", " (bank)"), ("\(named)\(key)", " - bank"),
            ("\(named)\(key)", " 2 of 3"), ("\(named)\(key)", " 2026"), ("\(named)\(key)", " ü"),
            ("\(named)\(key)", ", my bank"), ("\(named)\(key)", "; see above"), ("\(named)\(key)", ". See above"),
            ("\(named)\(key)", " & more"), ("\(named)\(key)", " &c=1"), ("\(named)\(key)", " # my bank"),
            ("\(named)\(key.lowercased())", " is my bank"),
            ("\(named)\(key.lowercased())", " bank"), ("\(named)\(key)&digits=6", " is my bank"),
            ("\(named)\(key)&period=30", ", is my bank"), ("\(named)\(key)&algorithm=SHA1", " is my bank"),
            ("\(named)\(key)&algorithm=SHA 256", " is my bank"), ("\(named)\(key)&encoder=steam", " is my game"),
            ("otpauth://hotp/A:b?secret=\(key)&counter=5", " is my bank"),
            ("otpauth://totp/A:b?digits=6&secret=\(key)", " is my bank"),
            ("\(named)JBSW Y3DP EHPK 3PXP", " is my bank"), ("\(named)jbsw y3dp ehpk 3pxp", " is my bank"),
            ("\(named)JBSW Y3DP EHPK 3PXP", ", see above"), ("\(named)jbsw y3dp ehpk 3pxp", "; see above"),
            ("\(named)JBSW Y3DP EHPK 3PXP", ": my bank"), ("\(named)jbsw y3dp ehpk 3pxp", ". JBSW is the start"),
            ("\(named)JBSWY3DP EHPK3PXP", " is my bank"), ("\(named)JBSW-Y3DP-EHPK-3PXP", " is my bank"),
            ("\(named)JBSWY3DPEHPK3PXPAA======", " is my bank"), ("steam://\(key)", " is my game"),
            ("motp://VPN:carol?secret=e3152afee62599c8", " is my VPN"),
            ("otpauth-migration://offline?data=CgoKCGZvbw%3D%3D", " is my export"),
            ("otpauth-migration://offline?data=CgoKCGZvbw==", " is my export"),
        ])
    func endsBefore(link: String, prose: String) throws {
        #expect(Self.links("see \(link)\(prose)") == [link])
        #expect(Self.links("(\(link)\(prose))") == [link])
        #expect(Self.links("[{\"note\":\"\(link)\(prose.replacing("\t", with: " "))\"}]") == [link])
        #expect(Self.links("\(link)\(prose) \(link)\(prose)") == [link, link])
        // A field that contains the link is read as the same account.
        let text = Array("\(link)\(prose)".utf8), alone = Array(link.utf8)
        let item = try? KeyURI.read(text.span).account, expected = try? KeyURI.read(alone.span).account
        #expect((expected == nil) == link.hasPrefix("otpauth-migration"))
        #expect(item?.secret == expected?.secret && item?.parameters == expected?.parameters)
    }

    @Test(
        "The separators of logs and tables end a link, also after an issuer",
        arguments: [
            " ip=10.0.0.1", " ip=10.0.0.1 level=info", " ip= level=info", ", next=/home", "; next=/home", " | ok", " |",
            "\tlogin ok", "\tip=1", " user: bob", ", user: bob, ip: 1", " größe=1", " http.status=200", " labels[0]=a",
            " next=/a?b=c&digits=8", " next=https://example.com/?a=b&data=c", " a=b c=d & more", " _a=1",
        ])
    func endsBeforeFields(field: String) throws {
        let starts = [
            "\(Self.named)\(Self.key)&issuer=GitHub", "\(Self.named)\(Self.key)&issuer=Big Company",
            "\(Self.named)\(Self.key)&x=y", "otpauth://totp/A b:c?secret=\(Self.key)&icon=z",
            "\(Self.named)\(Self.key)",
            "\(Self.named)\(Self.key)&steam", "\(Self.named)\(Self.key)&algorithm=SHA1", "\(Self.named)jbsw y3dp ehpk",
            "\(Self.named)jbsw", "\(Self.named)\(Self.key)&digits=6", "\(Self.named)\(Self.key)&issuer=",
            "otpauth-migration://offline?data=CgoKCGZvYg", "otpauth-migration://offline?data=CgoKCGZvbw==",
            "motp://A:b?secret=e3152afee62599c8&issuer=Acme", "steam://\(Self.key)",
        ]
        for link in starts where !(field.hasPrefix("\t") && link.hasSuffix("=")) {
            // In base64 without padding, `ip=` could be the end.
            if field.hasPrefix(" ip= "), link.hasSuffix("ZvYg") { continue }
            #expect(Self.links("time=1 uri=\(link)\(field)") == [link])
            #expect(Self.links("\(link)\(field) \(link)\(field)") == [link, link])
            let text = Array("\(link)\(field)".utf8), alone = Array(link.utf8)
            let item = try? KeyURI.read(text.span).account, expected = try? KeyURI.read(alone.span).account
            #expect((expected == nil) == link.hasPrefix("otpauth-migration"))
            #expect(item?.secret == expected?.secret && item?.parameters == expected?.parameters)
            #expect(item?.issuer == expected?.issuer && item?.name == expected?.name)
        }
    }

    @Test(
        "Text that continues a value is part of the link",
        arguments: [
            "\(named)JBSW Y3DP EHPK 3PXP", "\(named)jbsw y3dp ehpk 3pxp", "\(named)JBSWY3DP EHPK3PXP",
            "\(named)JBSWY 3DPEH PK3PX P", "\(named)JBS WY3 DPE HPK 3PX P", "\(named)JBSWY3DPEHPK3PXP JBSWY3DPEHPK3PXP",
            "\(named)JBSWY3DPEHPK 3PXP", "\(named)jbswy3dpehpk 3pxp", "\(named)JBSW  Y3DP\tEHPK 3PXP",
            "\(named)JBSW Y3DP EH PK3PXP", "\(named)JBSWY3DPEHPK3PXPAA ======", "\(named) \(key)",
            "\(named)\(key) &issuer=Acme", "\(named)\(key) is my &issuer=Acme", "\(named)\(key)&digits= 6",
            "\(named)\(key)&digits=6 &period=30", "\(named)\(key)&issuer=Acme Inc", "\(named)\(key)&algorithm=SHA 1",
            "\(named)\(key)&algorithm=HMAC SHA 256", "otpauth://totp/Acme Inc:a b@x?secret=\(key)",
            "\(named)\(key)&icon=my bank", "\(named)\(key)#is my bank",
            "\(named)\(key)&issuer=Big Company", "\(named)\(key)&issuer=Big Company&digits=8",
            "\(named)\(key)& issuer = Acme",
            "\(named)\(key) & issuer=Acme", "\(named)\(key)&issuer=Acme Inc: x", "\(named)\(key)&issuer=A | b&digits=8",
            "\(named)\(key)&issuer=School 1+1=2", "\(named)\(key)&issuer=A b=c&digits=8", "\(named)\(key)&issuer=A|b",
            "otpauth://totp/Acme a=b, c: d | e:f?secret=\(key)", "\(named)\(key)&issuer=Acme, Inc.",
            // Percent-encoded characters count as the decoded ones.
            "\(named)JB%53W Y3DP EHPK 3PXP", "\(named)jb%73w y3dp ehpk 3pxp", "\(named)JBSW Y3%44P EHPK 3PXP",
            "\(named)JBSW Y3DP EHPK 3PX%50", "\(named)JBSW Y3DP EHPK 3PXP AA%3D%3D", "\(named)JBSW Y3DP EHPK 3PXP%20",
            "\(named)JBSW+Y3DP EHPK+3PXP", "\(named)jbsw%20y3dp%20ehpk%203pxp",
            "\(named)JBSW Y3DP %45%48PK 3PXP&digits=6",
            "\(named)jbsw%2Dy3dp ehpk-3pxp", "\(named)jbsw ehpk+ehpk 3pxp",
            // A mistyped digit must not make the secret shorter.
            "\(named)JBSW Y1DP EHPK 3PXP", "\(named)jbsw y3dp eh0k 3pxp", "\(named)JBSW Y3DP EHP 3PXP",
            "steam://JBSW Y3DP EHPK 3PXP", "otpauth-migration://offline?data=CgoKCGZv bw%3D",
            "otpauth://totp/A:b is my bank",
        ])
    func continues(link: String) {
        #expect(Self.links(link) == [link])
        #expect(Self.links("see \(link)  \r\n") == [link])
    }

    @Test("As in HTML, &amp; starts a parameter")
    func entities() {
        #expect(
            Self.links("<a href=\"\(Self.named)\(Self.key) 2&amp;issuer=A\">")
                == ["\(Self.named)\(Self.key) 2&issuer=A"])
    }

    /// Words without end take one look each.
    @Test func readsLongProse() {
        let prose = String(repeating: " &a=b c", count: 20_000) + String(repeating: " JBSW", count: 20_000)
        #expect(Self.links("\(Self.named)\(Self.key)\(prose)") == ["\(Self.named)\(Self.key)"])
        let groups = String(repeating: " JBSW", count: 10_000)
        #expect(Self.links("\(Self.named)JBSW\(groups)") == ["\(Self.named)JBSW\(groups)"])
        let hashes = String(repeating: "SHA ", count: 100_000)
        #expect(Self.links("\(Self.named)\(Self.key)&algorithm=\(hashes)").count == 1)
    }
}
