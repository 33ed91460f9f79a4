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
            // An account is written or left out, and left out once.
            let leftOut = export.leftOut.map(\.index)
            #expect(Set(leftOut).count == leftOut.count && leftOut.allSatisfy(items.indices.contains))
        }
    }

    @Test("What a format stores decides what is left out and what is lost")
    func capabilities() throws {
        let capabilities = ExportCapabilities(
            kinds: [.totp: .init(algorithms: [.sha1], digits: 6...8, except: [7], periods: [30]), .steam: .init()],
            maximumSecretCount: 20)
        func problem(
            _ kind: OTPKind, _ algorithm: OTPAlgorithm = .sha1, digits: Int64 = 6, period: Int64 = 30, secret: Int = 20
        ) throws -> EntryError? {
            let item = TOTPItem(
                issuer: "", name: "a", secret: try OTPSecret(bytes: Array(repeating: 1, count: secret)),
                parameters: try OTPParameters(kind: kind, algorithm: algorithm, digits: digits, period: period))
            return capabilities.problem(of: item, in: "App")
        }
        #expect(try problem(.totp) == nil)
        #expect(try problem(.steam, digits: 9) == nil)
        #expect(try problem(.hotp)?.reason == "App does not support HOTP accounts")
        #expect(try problem(.totp, .sha512)?.reason == "App does not support the algorithm SHA512")
        #expect(try problem(.totp, digits: 7)?.reason == "App supports only codes of 6 or 8 digits, not 7")
        #expect(try problem(.totp, period: 60)?.reason == "App supports only periods of 30 seconds, not 60")
        let limited = ExportCapabilities(kinds: [.totp: .init(longestPeriod: 60)])
        for (period, isAccepted) in [(1, true), (60, true), (61, false)] as [(Int64, Bool)] {
            let item = try SampleAccounts.item(period: period)
            #expect((limited.problem(of: item, in: "App") == nil) == isAccepted)
        }
        #expect(
            try problem(.totp, secret: 21)?.reason == "the secret is longer than the 20 bytes that App can store")
    }

    @Test(
        "The formats of the contract are there",
        arguments: [
            "json", "otpauth", "bitwarden", "bitwarden-authenticator", "bitwarden-csv", "csv", "freeotp-plus",
            "keepassxc",
            "keepassxc-xml", "lastpass-authenticator", "proton-authenticator", "apple-passwords",
            "authenticator-extension", "cxf", "onepassword",
        ])
    func contract(id: String) { #expect(ExportFormats.format(FormatID(rawValue: id)) != nil) }
}

extension ExportRequest {
    /// Without encryption, at a fixed time.
    static func plain(_ items: [TOTPItem]) -> ExportRequest {
        ExportRequest(items: items, now: Date(timeIntervalSince1970: 1_795_253_400), random: CountingBytes())
    }
}

/// Bytes that are easy to recognise in a failure; nothing random is needed without encryption.
struct CountingBytes: RandomSource {
    static let uuid = "00010203-0405-4607-8809-0a0b0c0d0e0f"

    func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0) } }
}

extension Export {
    /// Of a format with one file.
    var bytes: [UInt8] { files.first?.bytes ?? [] }
}
