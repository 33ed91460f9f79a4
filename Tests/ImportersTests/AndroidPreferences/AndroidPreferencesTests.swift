import TOTPDomain
import Testing

@testable import FormatEngine

@Suite("The settings file of an Android app")
struct AndroidPreferencesTests {
    private func strings(_ text: String) throws -> [String] {
        try AndroidPreferences(SourceContent(Array(text.utf8))).strings.map { "\($0.name)=\($0.text)" }
    }

    @Test("The strings are read, and other types are passed over")
    func types() throws {
        let text =
            #"<map><int name="n" value="1"/><set name="s"><string>x</string></set>"#
            + #"<string name="a">b</string></map>"#
        #expect(try strings(text) == ["a=b"])
    }

    @Test("A name that is there twice is named, unless the texts are the same")
    func twice() throws {
        for (text, names) in [("b", []), ("c", ["a"])] {
            let text = #"<map><string name="a">b</string><string name="a">\#(text)</string></map>"#
            let preferences = try AndroidPreferences(SourceContent(Array(text.utf8)))
            #expect(preferences.unread.names.map(\.name) == names)
        }
    }

    @Test(
        "An element with an unknown name could be a string, and is not passed over",
        arguments: [
            (#"<maps><string name="a">b</string></maps>"#, #"its format may be newer: "map" is missing"#),
            (
                #"<map><string name="a">b</string><string key="c">d</string></map>"#,
                #"its format may be newer: "name" is missing"#
            ),
            (
                #"<map><string name="a">b</string><text name="c">d</text></map>"#,
                #"its format may be newer: the element "text" is not known"#
            ),
        ])
    func unknown(text: String, problem: String) {
        let failure = #expect(throws: SourceError.self) { try strings(text) }
        #expect(failure?.problem == problem)
    }
}
