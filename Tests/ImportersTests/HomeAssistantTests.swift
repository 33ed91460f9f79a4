import TOTPDomain
import Testing

@testable import Importers

@Suite("Home Assistant's own logins")
struct HomeAssistantTests {
    private static func storage(_ users: String) -> String {
        #"{"version":1,"minor_version":1,"key":"auth_module.totp","data":{"users":\#(users)}}"#
    }

    private func read(_ users: String, auth: String? = nil) throws -> ImportedDocument {
        let siblings = SiblingFiles(name: "auth_module.totp") { name in
            name == "auth" ? auth.map { Array($0.utf8) } : nil
        }
        return try ImportersTests.read(Self.storage(users).utf8, siblings: siblings)
    }

    @Test("One account per user, by the name in the file next to it or the id")
    func names() throws {
        let auth = #"{"data":{"users":[{"id":"a1","name":"Alice"},{"id":"b2","name":" "},{"id":"","name":"x"},7]}}"#
        let users = #"{"a1":"GEZDGNBV","b2":"gezd gnbv","c3":"GEZDGNBV"}"#
        for (auth, names) in [(auth, ["Alice", "b2", "c3"]), (nil, ["a1", "b2", "c3"]), ("{", ["a1", "b2", "c3"])] {
            let document = try read(users, auth: auth)
            #expect(document.format == "home-assistant")
            #expect(document.items.map(\.fieldsLine) == names.map { "totp Home Assistant|\($0) GEZDGNBV SHA1 6 30" })
        }
    }
}
