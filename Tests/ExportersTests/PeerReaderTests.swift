import CryptoPrimitives
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Exporters

private let peerPython = PythonInterpreter.find(with: ["cryptography", "argon2", "nacl", "pyzipper", "pykeepass"])

/// Readers in Python, written from the format pages without knowledge of the writers (`Tests/peers`), read the written
/// files.
@Suite("Independent readers", .enabled(if: peerPython != nil, "the packages of Tests/peers are missing"))
struct PeerReaderTests {
    private static let instants: [Int64] = [59, 1_111_111_109, 1_795_253_400]

    /// An account as a reader prints it.
    private struct PeerAccount: Decodable {
        var type: String
        var issuer: String
        var name: String
        var secret: String
        var algorithm: String
        var digits: Int
        var period: Int?
        var counter: Int64?
        var pin: String?
        var note: String?
        var tags: [String]?
        var favorite: Bool?
        var token: [String: String]?
        var codes: [String?]
    }

    private static func read(_ bytes: [UInt8], _ target: RoundTripTests.Target) throws -> [PeerAccount] {
        let folder = try TemporaryFolder()
        let file = URL(filePath: folder.path("export"))
        try Data(bytes).write(to: file)
        let id = target.format.description.id.rawValue
        var arguments = [
            FixtureFolder.package.appending(path: "Tests/peers/read.py").file,
            id == "keepassxc-xml" ? "keepassxc" : id, file.file,
        ]
        if target.isEncrypted { arguments += ["--passphrase-file", "-"] }
        arguments += ["--codes"] + instants.map(String.init)
        let passphrase = try #require(TargetAccounts.passphrase.text)
        let outcome = try #require(peerPython).run(arguments, input: passphrase + "\n")
        try #require(outcome.status == 0, "\(outcome.errors)")
        return try outcome.text.split(separator: "\n").map {
            try JSONDecoder().decode(PeerAccount.self, from: Data($0.utf8))
        }
    }

    /// Of the files for Google Authenticator, the last one: the text with the links of all images.
    private static let targets =
        RoundTripTests.realTargets + [RoundTripTests.Target(format: GoogleMigrationExport(), isEncrypted: false)]

    @Test("Every account is read the same, and generates the same codes", arguments: targets)
    func sameAccounts(target: RoundTripTests.Target) throws {
        let items = try TargetAccounts.list(300, seed: 51)
        let export = try target.format.write(target.request(items))
        let leftOut = Set(export.leftOut.map(\.index))
        let written = target.inFile(items.indices.filter { !leftOut.contains($0) }, of: items)
        let read = try Self.read(try #require(export.files.last).bytes, target)
        #expect(read.count == written.count)
        for (index, peer) in zip(written, read) {
            let item = items[index], parameters = item.parameters
            let losses = Set(export.losses.filter { $0.index == index }.map(\.code))
            #expect(peer.type == parameters.kind.rawValue)
            #expect(peer.secret == item.secret.base32)
            #expect(peer.algorithm == parameters.algorithm.rawValue && peer.digits == parameters.digits)
            #expect(peer.period == parameters.period && peer.counter == parameters.counter)
            if !losses.contains(.detail(.pin)) {
                #expect(Self.isSame(peer.codes, Self.codes(of: item), parameters))
            }
            // Details that a warning calls lost have changed, and only those.
            for (code, isSame) in [
                (.name, [peer.issuer, peer.name] == [item.issuer, item.name]),
                (.detail(.note), peer.note == item.note), (.detail(.tags), peer.tags ?? [] == item.tags),
                (.detail(.favorite), (peer.favorite ?? false) == item.isFavorite),
                (.detail(.pin), peer.pin == item.pin?.text),
                (.detail(.token), item.token?.members.allSatisfy { peer.token?[$0.name] == $0.text } ?? true),
            ] as [(ExportLoss.Code, Bool)] {
                #expect(isSame == !losses.contains(code), "\(code.rawValue) of account \(index)")
            }
        }
    }

    /// The reader also makes codes from MD5 where RFC 4226 does not define them; the program has none then.
    private static func isSame(_ peer: [String?], _ own: [String?], _ parameters: OTPParameters) -> Bool {
        let isUndefined = parameters.algorithm == .md5 && parameters.kind != .motp
        return peer.count == own.count && zip(peer, own).allSatisfy { $0 == $1 || isUndefined && $1 == nil }
    }

    /// One code for each instant; nil without a code. HOTP has the code of its counter each time.
    private static func codes(of item: Account) -> [String?] {
        instants.map { try? OneTimeCodes().code(for: item, at: $0).text }
    }
}
