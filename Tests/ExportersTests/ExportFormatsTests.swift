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
            #expect(descriptions.first { $0.id == description.id } == description)
            #expect(!description.app.isEmpty && !description.file.isEmpty && !description.importSteps.isEmpty)
        }
    }

    @Test("A format of one file writes one file, without accounts as well", arguments: [0, 3])
    func oneFile(count: Int) throws {
        let items = try InventedAccounts.list(count, seed: 7)
        for format in ExportFormats.all where format.description.layout == .file {
            let isEncrypted = format.description.protection == .required
            let export = try format.write(isEncrypted ? .encrypted(items) : .plain(items))
            #expect(export.files.count == 1)
            #expect(export.files.allSatisfy { !$0.name.isEmpty && !$0.name.contains("/") })
            // An account is written or left out, and left out once.
            let leftOut = export.leftOut.map(\.index)
            #expect(Set(leftOut).count == leftOut.count && leftOut.allSatisfy(items.indices.contains))
        }
    }

    @Test("A format's capabilities decide what is left out and what is lost")
    func capabilities() throws {
        let capabilities = ExportCapabilities(
            kinds: [.totp: .init(algorithms: [.sha1], digits: 6...8, except: [7], periods: [30]), .steam: .steam],
            maximumSecretCount: 20)
        func problem(
            _ kind: OTPKind, _ algorithm: OTPAlgorithm = .sha1, digits: Int64 = 6, period: Int64 = 30, secret: Int = 20
        ) throws -> EntryError? {
            let item = Account(
                issuer: "", name: "a", secret: try OTPSecret(bytes: Array(repeating: 1, count: secret)),
                parameters: try OTPParameters(kind: kind, algorithm: algorithm, digits: digits, period: period))
            return capabilities.problem(of: item, in: "App")
        }
        #expect(try problem(.totp) == nil)
        #expect(try problem(.steam, digits: 9) == nil)
        #expect(try problem(.steam, period: 60)?.code == .periodNotSupported)
        #expect(
            try problem(.steam, period: 60)?.reason
                == "App supports only periods of 30 seconds for Steam accounts, not 60")
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

    @Test("A smallest and a largest counter decide what is left out")
    func counters() throws {
        let capabilities = ExportCapabilities(
            kinds: [.totp: .init(), .hotp: .init(smallestCounter: 2, largestCounter: 41)])
        #expect(capabilities.problem(of: try SampleAccounts.item(.totp), in: "App") == nil)
        #expect(capabilities.problem(of: try SampleAccounts.item(.hotp, counter: 2), in: "App") == nil)
        let small = capabilities.problem(of: try SampleAccounts.item(.hotp, counter: 1), in: "App")
        #expect(small?.code == .counterNotSupported && small?.problem == "App supports only counters from 2 on, not 1")
        #expect(capabilities.problem(of: try SampleAccounts.item(.hotp, counter: 41), in: "App") == nil)
        let problem = capabilities.problem(of: try SampleAccounts.item(.hotp, counter: 42), in: "App")
        #expect(problem?.code == .counterNotSupported && problem?.reason == "App supports only counters up to 41")
    }

    @Test(
        "A caution is about some accounts, or about all",
        arguments: [
            (.kind(.steam), [4]), (.nameless, [1]), (.colon, [2, 3]), (.digits(outside: 5...8), [5]),
            (.period(above: 120), [6]), (.counter(above: 41), [8]), (.escapedColon, [10, 11]), (.lineBreak, [12, 13]),
            (.algorithm(.sha512), [14]),
        ] as [(ExportCapabilities.Caution.Concern, [Int])])
    func cautions(concern: ExportCapabilities.Caution.Concern, matching: [Int]) throws {
        let items = try [
            SampleAccounts.item(), SampleAccounts.item(issuer: "", name: ""), SampleAccounts.item(issuer: "a:b"),
            SampleAccounts.item(name: ":"), SampleAccounts.item(.steam), SampleAccounts.item(digits: 9, period: 120),
            SampleAccounts.item(period: 121), SampleAccounts.item(.hotp, counter: 41),
            SampleAccounts.item(.hotp, counter: 42), SampleAccounts.item(.motp),
            SampleAccounts.item(issuer: "a%3Ab"), SampleAccounts.item(name: "%3a"),
            SampleAccounts.item(issuer: "a\nb"), SampleAccounts.item(name: "a\r\nb"),
            SampleAccounts.item(algorithm: .sha512),
        ]
        #expect(items.indices.filter { concern.matches(items[$0]) } == matching)
        let capabilities = ExportCapabilities(
            kinds: [:], cautions: [.init("some", concerns: [concern]), .init("all")])
        #expect(capabilities.cautions(for: items).map(\.text) == ["some", "all"])
        #expect(capabilities.cautions(for: [items[0]]).map(\.text) == ["all"])
        #expect(capabilities.cautions(for: []) == [])
    }

    @Test("A caution ends with a full stop, and names only targets that exist")
    func cautionTexts() {
        for text in ExportFormats.all.flatMap({ $0.description.capabilities.cautions }).map(\.text) {
            #expect(text.hasSuffix("."))
            let words = text.split { " ,.:".contains($0) }
            for (option, id) in zip(words, words.dropFirst()) where option == "--to" {
                #expect(ExportFormats.all.contains { $0.description.id.rawValue == id }, "\(id)")
            }
        }
    }

    @Test(
        "The formats of the contract are there",
        arguments: [
            "json", "otpauth", "bitwarden", "bitwarden-authenticator", "bitwarden-csv", "csv", "freeotp-plus",
            "keepass", "keepassxc", "keepassxc-xml", "lastpass-authenticator", "proton-authenticator",
            "apple-passwords",
            "authenticator-extension", "cxf", "onepassword", "pskc", "users-oath", "oath-token-csv", "privacyidea",
            "linotp", "google-authenticator-pam", "keycloak", "otpmanager", "totp-cli", "ykman", "pass",
            "2fast", "hashicorp-vault",
        ])
    func contract(id: String) { #expect(ExportFormats.all.contains { $0.description.id.rawValue == id }) }
}

extension ExportRequest {
    /// Without encryption, at a fixed time.
    static func plain(_ items: [Account]) -> ExportRequest {
        ExportRequest(items: items, now: Date(timeIntervalSince1970: 1_795_253_400), random: CountingBytes())
    }
}

/// Bytes that are easy to recognize in a failure; without encryption, no randomness is needed.
struct CountingBytes: RandomSource {
    static let uuid = "00010203-0405-4607-8809-0a0b0c0d0e0f"

    func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0) } }
}

extension Export {
    /// Of a format with one file.
    var bytes: [UInt8] { files.first?.bytes ?? [] }
}
