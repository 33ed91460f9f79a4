import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Exporters

@Suite("The formats that can be written")
struct ExportFormatsTests {
    @Test("Every format has its own id and a description")
    func descriptions() {
        let descriptions = ExportFormats.all.map(\.description)
        #expect(Set(descriptions.map(\.id)).count == descriptions.count)
        for description in descriptions {
            #expect(ExportFormats.format(description.id)?.description == description)
            #expect(!description.app.isEmpty && !description.file.isEmpty && !description.importSteps.isEmpty)
        }
        #expect(ExportFormats.format("no-such-format") == nil)
    }

    @Test("A format of one file writes one file, without accounts as well", arguments: [0, 3])
    func oneFile(count: Int) throws {
        let items = try InventedAccounts.list(count, seed: 7)
        for format in ExportFormats.all where format.description.layout == .file {
            let export = try format.write(.plain(items))
            #expect(export.files.count == 1)
            #expect(export.files.allSatisfy { !$0.name.isEmpty && !$0.name.contains("/") })
            #expect(export.leftOut == [])
        }
    }

    @Test("The formats of the contract are there", arguments: ["json", "otpauth"])
    func contract(id: String) { #expect(ExportFormats.format(FormatID(rawValue: id)) != nil) }
}

extension ExportRequest {
    /// Without encryption, at a fixed time.
    static func plain(_ items: [TOTPItem]) -> ExportRequest {
        ExportRequest(items: items, now: Date(timeIntervalSince1970: 1_795_253_400), random: CountingBytes())
    }
}

/// Bytes that are easy to recognise in a failure; nothing random is needed without encryption.
private struct CountingBytes: RandomSource {
    func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0) } }
}

extension Export {
    /// Of a format with one file.
    var bytes: [UInt8] { files.first?.bytes ?? [] }
}
