import TOTPDomain
import Testing

@testable import Exporters

@Suite("The formats that can be written")
struct ExportFormatsTests {
    @Test("Every format has an id of its own, and says what it is")
    func descriptions() {
        let descriptions = ExportFormats.all.map(\.description)
        #expect(Set(descriptions.map(\.id)).count == descriptions.count)
        for description in descriptions {
            #expect(ExportFormats.format(description.id)?.description == description)
            #expect(!description.app.isEmpty && !description.file.isEmpty && !description.exportSteps.isEmpty)
        }
        #expect(ExportFormats.format("no-such-format") == nil)
    }

    @Test("The formats of the contract are there", arguments: ["json", "otpauth"])
    func contract(id: String) { #expect(ExportFormats.format(FormatID(rawValue: id)) != nil) }
}
