import FixtureSupport
import Foundation
import Testing

/// The codes of the fixtures' accounts are the same as in `oathtool`.
struct CodesTests {
    private struct Line: Decodable {
        var issuer: String
        var name: String
        var type: String
        var code: String?
    }

    private static let oathtool = ExternalProgram(named: "oathtool")

    @Test("Codes equal those of oathtool", .enabled(if: oathtool != nil, "oathtool is not installed"))
    func equalOathtool() throws {
        let oathtool = try #require(Self.oathtool)
        let folder = try TemporaryFolder(), accounts = folder.path("accounts.json")
        _ = try Program.run([
            "convert", FixtureFolder.images.file, "--to", "json", "--on-duplicate", "keep", "--output", accounts,
        ])
        let items = try JSONDecoder().decode(ItemsDocument.self, from: Data(folder.bytes("accounts.json"))).items
        let before = Int(Date().timeIntervalSince1970)
        let lines = try Program.run(["codes", accounts, "--json"]).text.split(separator: "\n")
            .map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        let after = Int(Date().timeIntervalSince1970)
        try #require(lines.count == items.count)
        var compared = 0
        for (line, item) in zip(lines, items) where ["totp", "hotp"].contains(item.type) {
            guard item.algorithm != "MD5", (6...8).contains(item.digits) else { continue }
            let parameters: [[String]]
            if let counter = item.counter {
                parameters = [["--hotp", "-c", "\(counter)"]]
            } else {
                parameters = Set([before, after]).map {
                    ["--totp=\(item.algorithm)", "-s", "\(item.period ?? 30)s", "--now", "@\($0)"]
                }
            }
            let codes = try parameters.map { arguments in
                try oathtool.run(arguments + ["-d", "\(item.digits)", "-b", "-"], input: item.secret).output
            }
            #expect(codes.contains(line.code ?? ""), "\(item.issuer): \(item.name)")
            compared += 1
        }
        #expect(compared > 100)
    }
}
