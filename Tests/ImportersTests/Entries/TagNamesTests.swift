import TOTPDomain
import Testing

@testable import Importers

@Suite("Tags that an app keeps as groups, folders or labels")
struct TagNamesTests {
    /// An account in the group of each app: ID is what it says, GROUPS what is in the list of groups.
    private static let files: [(format: FormatID, text: String, id: String, group: String, member: String)] = [
        (
            "aegis",
            #"{"version":1,"header":{"slots":null,"params":null},"db":{"version":3,"groups":[GROUPS],"entries":[{"type":"totp","#
                + #""name":"a","issuer":"b","groups":[ID],"info":{"secret":"GEZDGNBV","algo":"SHA1","digits":6,"period":30}}]}}"#,
            #""g""#, #"{"uuid":"g","name":"Work"}"#, "groups"
        ),
        (
            "2fas",
            #"{"schemaVersion":4,"groups":[GROUPS],"services":[{"name":"a","secret":"GEZDGNBV","groupId":ID,"#
                + #""otp":{"tokenType":"TOTP"}}]}"#,
            #""g""#, #"{"id":"g","name":"Work"}"#, "groupId"
        ),
        (
            "lastpass-authenticator",
            #"{"version":3,"localDeviceId":"x","folders":[GROUPS],"accounts":[{"issuerName":"a","userName":"b","#
                + #""secret":"GEZDGNBV","folderData":{"folderId":ID,"position":0}}]}"#,
            "7", #"{"id":7,"name":"Work"}"#, "folderId"
        ),
        (
            "stratum",
            #"{"Authenticators":[{"Type":2,"Issuer":"a","Username":"b","Secret":"GEZDGNBV","Digits":6,"Period":30}],"#
                + #""Categories":[GROUPS],"AuthenticatorCategories":[{"CategoryId":ID,"AuthenticatorSecret":"GEZDGNBV"}]}"#,
            #""g""#, #"{"Id":"g","Name":"Work"}"#, "CategoryId"
        ),
        (
            "safeincloud",
            #"<database><label GROUPS/><card title="A"><field type="one_time_password">GEZDGNBVGY3TQOJQ</field>"#
                + "<label_id>ID</label_id></card></database>",
            "7", #"id="7" name="Work""#, "label_id"
        ),
    ]

    @Test("A group that the file does not have is named, and one that it has is a tag", arguments: files)
    func tags(format: FormatID, text: String, id: String, group: String, member: String) throws {
        let other = id.contains("g") ? #""h""# : "8"
        for (id, isKnown) in [(id, true), (other, false)] {
            let document = try read(
                text.replacing("GROUPS", with: group).replacing("[ID]", with: "[\(id)]").replacing(
                    ":ID", with: ":\(id)"
                ).replacing(">ID<", with: ">\(id)<"))
            #expect(document.format == format)
            #expect(document.items.map(\.tags) == [isKnown ? ["Work"] : []])
            #expect(document.unread.names.map(\.name) == (isKnown ? [] : [member]))
        }
    }

    @Test(
        "A list of groups that is something else is named",
        arguments: [
            (#"{"Authenticators":[],"Categories":"Work","AuthenticatorCategories":[]}"#, ["Categories"]),
            (#"{"Authenticators":[],"Categories":[],"AuthenticatorCategories":[["g"]]}"#, ["AuthenticatorCategories"]),
            (
                #"{"Authenticators":[],"Categories":[{"Id":"g","Name":"W"}],"#
                    + #""AuthenticatorCategories":[{"CategoryId":"g","AuthenticatorSecret":"GEZDGNBV"}]}"#,
                ["AuthenticatorSecret"]
            ),
            (#"{"version":3,"localDeviceId":"x","folders":"Work","accounts":[]}"#, ["folders"]),
        ])
    func lists(text: String, names: [String]) throws {
        #expect(try read(text).unread.names.map(\.name).filter(names.contains) == names)
    }
}
