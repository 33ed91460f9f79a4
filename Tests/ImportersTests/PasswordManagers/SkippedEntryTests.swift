import TOTPDomain
import Testing

@testable import Importers

/// An entry is without a one-time password only if nothing in it could be one.
@Suite("Entries of password managers that are skipped")
struct SkippedEntryTests {
    private static let secret = "4SULBWELG24OFYGHHW3SPQJGFYYJYFB6"
    private static let link = "otpauth://totp/Acorn:al?secret=\(secret)"

    /// A login `Mail` of `bob` in each format that has notes: NOTE is its note.
    private static let notes: [(format: FormatID, text: String)] = [
        (
            "bitwarden",
            #"{"encrypted":false,"folders":[],"items":[{"type":1,"name":"Mail","notes":"NOTE","login":{"username":"bob"}}]}"#
        ),
        (
            "bitwarden",
            "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\n"
                + ",,login,Mail,\"NOTE\",,0,,bob,pw,\n"
        ),
        ("keeper", #"{"shared_folders":[],"records":[{"title":"Mail","login":"bob","notes":"NOTE"}]}"#),
        (
            "enpass",
            #"{"folders":[],"items":[{"title":"Mail","template_type":"login.default","note":"NOTE","fields":["#
                + #"{"type":"username","value":"bob"}]}]}"#
        ),
        (
            "proton-pass",
            #"{"version":"1","vaults":{"v":{"name":"P","items":[{"data":{"metadata":{"name":"Mail","note":"NOTE"},"#
                + #""content":{"itemUsername":"bob"}}}]}}}"#
        ),
        (
            "proton-pass",
            "type,name,url,email,username,password,note,totp,createTime,modifyTime,vault\n"
                + "login,Mail,,,bob,pw,\"NOTE\",,,,\n"
        ),
        (
            "onepassword",
            #"{"accounts":[{"vaults":[{"items":[{"overview":{"title":"Mail"},"details":{"notesPlain":"NOTE","#
                + #""loginFields":[{"designation":"username","value":"bob"}]}}]}]}]}"#
        ),
        (
            "cxf",
            #"{"accounts":[{"items":[{"title":"Mail","credentials":[{"type":"basic-auth","username":{"value":"bob"}},"#
                + #"{"type":"note","content":{"value":"NOTE"}}]}]}]}"#
        ),
        (
            "passman",
            #"[{"credential_id":1,"label":"Mail","username":"bob","description":"NOTE","otp":{},"custom_fields":[]}]"#
        ),
        (
            "psono",
            #"{"items":[{"type":"website_password","website_password_title":"Mail","website_password_username":"bob","#
                + #""website_password_notes":"NOTE"}]}"#
        ),
        (
            "safeincloud",
            #"<database><card title="Mail"><field type="login">bob</field><notes>NOTE</notes></card></database>"#
        ),
        ("roboform", "Name,Url,Login,Pwd,Note,RfFieldsV2\nMail,,bob,pw,\"NOTE\",\n"),
        ("zoho-vault", "Password Name,SecretData,Notes,TOTP\nMail,\"User Name:bob\n\",\"NOTE\",\n"),
        ("lastpass-vault", "url,username,password,totp,extra,name,grouping,fav\n,bob,pw,,\"NOTE\",Mail,,0\n"),
        ("apple-passwords", "Title,URL,Username,Password,Notes,OTPAuth\nMail,,bob,pw,\"NOTE\",\n"),
        (
            "onepassword",
            "Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes\nMail,,bob,pw,,,,,\"NOTE\"\n"
        ),
        ("dashlane", "username,title,password,note,url,category,otpUrl\nbob,Mail,pw,\"NOTE\",,,\n"),
        ("keepassxc", "Group,Title,Username,Password,URL,Notes,TOTP\nRoot,Mail,bob,pw,,\"NOTE\",\n"),
        (
            "keepassxc",
            "<KeePassFile><Root><Group><Entry><String><Key>Title</Key><Value>Mail</Value></String><String><Key>UserName"
                + "</Key><Value>bob</Value></String><String><Key>Notes</Key><Value>NOTE</Value></String></Entry></Group>"
                + "</Root></KeePassFile>"
        ),
    ]

    @Test("A link in the note is named by the entry, and not imported", arguments: notes)
    func note(format: FormatID, text: String) throws {
        let isJSON = "[{".contains(text.prefix(1))
        for (note, isNamed) in [
            ("2FA: \(Self.link)", true), ("old\nTOTP Seed: \(Self.secret)", true), ("otp: 123456", false),
            ("otp: see the blue book", false), ("my otpauth app", false),
        ] {
            let note = isJSON ? note.replacing("\n", with: "\\n") : note
            let document = try read(text.replacing("NOTE", with: note))
            #expect(document.format == format && document.items.isEmpty && document.rejections.isEmpty)
            #expect(document.skipped.counts == [.noOneTimeCode: 1])
            let warnings = document.warnings.map(\.message).filter { $0.contains("(Mail: bob): ") }
            #expect(warnings.count == (isNamed ? 1 : 0), "\(note)")
            #expect(!warnings.joined().contains(Self.secret))
            #expect(document.namedLinks.count == (note.contains("://") ? 1 : 0))
        }
    }

    @Test("What may be a secret in the note of an entry without a code is named, and never shown", arguments: notes)
    func secretInNote(format: FormatID, text: String) throws {
        for (note, isNamed) in [
            ("second phone \(Self.secret)", true), ("key=\(Self.secret)&step=60&size=8", true), (Self.secret, true),
            ("Order 4SULBWEL", false), ("ABCDE-FGHJK-LMNPQ-RSTUV-WXYZ2", false),
        ] {
            let note = text.hasPrefix("<") ? note.replacing("&", with: "&amp;") : note
            let document = try read(text.replacing("NOTE", with: note))
            #expect(document.format == format && document.items.isEmpty && document.rejections.isEmpty)
            let warnings = document.warnings.map(\.message).filter {
                $0.contains("the title or the note seems to hold")
            }
            #expect(warnings.count == (isNamed ? 1 : 0), "\(note)")
            #expect(!document.warnings.contains { $0.message.contains(Self.secret) })
        }
    }

    @Test("What may be a secret in a title is named by the entry's place, and in a description that no account has")
    func secretInTitle() throws {
        let psono = try read(
            #"{"items":[{"type":"note","note_title":"old: \#(Self.secret)","note_notes":"x"},"#
                + #"{"type":"totp","totp_title":"A","totp_code":"\#(Self.secret)"}]}"#)
        #expect(psono.warnings.map(\.message).filter { $0.hasPrefix("entry 1: the title or the note") }.count == 1)
        #expect(!psono.warnings.contains { $0.message.contains(Self.secret) })
        let zoho = try read(
            "Password Name,Description,SecretData,Notes,TOTP\nMail,\(Self.secret),\"User Name:bob\n\",,GEZDGNBVGY3TQOJQ\n"
        )
        #expect(zoho.items.count == 1 && zoho.warnings.count == 1)
    }

    @Test(
        "A flag, a time or a type that cannot be read is named",
        arguments: [
            ("url,username,password,totp,extra,name,grouping,fav\n,bob,pw,GEZDGNBV,,Mail,,'1\n", ["fav"]),
            ("url,username,password,totp,extra,name,grouping,fav\n,bob,pw,GEZDGNBV,,Mail,,0\n", []),
            ("Password Name,SecretData,Favorite,TOTP\nMail,x,maybe,GEZDGNBV\n", ["favorite"]),
            (
                #"[{"credential_id":1,"label":"A","custom_fields":[],"delete_time":"never","otp":{"secret":"GEZDGNBV"}}]"#,
                ["delete_time"]
            ),
            (
                #"[{"credential_id":1,"label":"A","custom_fields":[],"delete_time":1700000000,"otp":{"secret":"GEZDGNBV"}}]"#,
                []
            ),
            (
                #"{"accounts":[{"items":[{"title":"A","favorite":[true],"credentials":[{"type":"totp","secret":"GEZDGNBV"},"#
                    + #"{"type":"note2","content":"x"},{"type":"wifi"}]}]}]}"#, ["type", "favorite"]
            ),
            (#"{"version":{"major":"one"},"accounts":[{"items":[{"title":"A","credentials":[]}]}]}"#, ["version"]),
            (
                #"{"version":"1","vaults":{"v":{"name":"P","items":[{"data":{"metadata":[{"note":"x"}],"#
                    + #""content":{"totpUri":"GEZDGNBV"}}}]}}}"#, ["metadata"]
            ),
        ])
    func unreadValues(text: String, names: [String]) throws {
        #expect(Set(try read(text).unread.names.map(\.name)) == Set(names))
    }

    /// Parts of a record that the format does not read: PART is a member of the record.
    private static let records: [(format: FormatID, text: String)] = [
        (
            "bitwarden",
            #"{"encrypted":false,"folders":[],"items":[{"type":1,"name":"Mail","login":{"username":"bob"},PART}]}"#
        ),
        ("keeper", #"{"shared_folders":[],"records":[{"title":"Mail","login":"bob",PART}]}"#),
        (
            "enpass",
            #"{"items":[{"title":"Mail","template_type":"x","fields":[{"type":"username","value":"bob"}],PART}]}"#
        ),
        (
            "psono",
            #"{"items":[{"type":"website_password","website_password_title":"Mail","website_password_username":"bob",PART}]}"#
        ),
        (
            "cxf",
            #"{"accounts":[{"items":[{"title":"Mail","credentials":[{"type":"basic-auth","username":{"value":"bob"}}],"#
                + "PART}]}]}"
        ),
    ]

    @Test("A one-time password in an unknown part of a record rejects the entry", arguments: records)
    func unknown(format: FormatID, text: String) throws {
        for (part, isFound) in [
            (#""later":[{"kind":1,"url":"\#(Self.link)"}]"#, true),
            (#""later":{"type":"otp","value":"\#(Self.secret)"}"#, true),
            (#""later":[{"label":"TOTP","data":{"seed":"\#(Self.secret)"}}]"#, true),
            (#""later":{"code":{"totp":"\#(Self.secret)"}}"#, true),
            (#""totp" : null, "later":{"OTP":"","totp_digits" :6,"url":"\#(Self.link)"}"#, true),
            (#""later":{"type":"otp","value":""}"#, false), (#""later":{"type":"otp","value":"none"}"#, false),
            (#""later":{"type":"otp","deleted":1,"value":"\#(Self.secret)"}"#, false),
            (#""later":{"type":"text","value":"\#(Self.secret)"}"#, false),
        ] {
            let document = try read(text.replacing("PART", with: part))
            #expect(document.format == format && document.items.isEmpty)
            #expect(document.rejections.map(\.label) == (isFound ? ["Mail: bob"] : []), "\(part)")
            #expect(document.rejections.allSatisfy { !$0.reason.contains(Self.secret) })
            #expect(document.records == document.entries.count + document.skipped.total)
        }
    }

    @Test(
        "A link in another column of a table rejects the entry",
        arguments: [
            (
                "bitwarden",
                "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\n"
                    + ",,login,Mail,,,0,LINK,bob,pw,\n"
            ),
            ("lastpass-vault", "url,username,password,totp,extra,name,grouping,fav\nLINK,bob,pw,,,Mail,,0\n"),
            ("apple-passwords", "Title,URL,Username,Password,Notes,OTPAuth\nMail,,bob,LINK,,\n"),
            ("keepassxc", "Group,Title,Username,Password,URL,Notes,TOTP\nRoot,Mail,bob,LINK,,,\n"),
        ] as [(FormatID, String)])
    func otherColumn(format: FormatID, text: String) throws {
        let document = try read(text.replacing("LINK", with: Self.link))
        #expect(document.format == format && document.items.isEmpty && document.skipped.total == 0)
        #expect(document.rejections.map(\.label) == ["Mail: bob"])
        #expect(document.rejections.first?.reason.contains(Self.secret) == false)
    }

    @Test("A field of KeePass that no program reads gives the account of a link, and names a secret")
    func keePass() throws {
        func document(_ fields: String...) throws -> ImportedDocument {
            let strings = (["Title:Mail", "UserName:bob"] + fields).map { field in
                let parts = field.split(separator: ":", maxSplits: 1)
                return "<String><Key>\(parts[0])</Key><Value>\(parts[1])</Value></String>"
            }
            let entry = "<Entry>\(strings.joined())</Entry>"
            return try read("<KeePassFile><Root><Group>\(entry)</Group></Root></KeePassFile>")
        }
        let other = "TBIBR2O5CMJTVNP7GJWCZBSCMXY4LSHD"
        #expect(try document("my code:\(Self.link)").items.map(\.label) == ["Acorn: al"])
        #expect(try document("TOTP seed 2:\(Self.secret)").rejections == [])
        let named = try document("2FA secret:\(Self.secret)")
        #expect(named.rejections == [] && named.skipped.total == 1)
        #expect(named.warnings.map(\.message).contains { $0.contains("(Mail: bob): the custom field \"2FA secret\"") })
        let two = try document("otp:\(other)", "Old secret:\(Self.secret)")
        #expect(two.items.count == 1 && two.warnings.map(\.message).contains { $0.contains("Old secret") })
        #expect(try document("otp:\(Self.secret)", "any:\(Self.link)").warnings == [])
        #expect(try document("2FA secret:in the safe").rejections == [])
    }
}
