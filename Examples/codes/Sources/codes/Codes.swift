import Foundation
import TOTPCore

/// codes < LINKS: prints the current code of each link on standard input.
@main struct Codes {
    static func main() throws {
        let hashes = SwiftCrypto()
        guard hashes.wrongAlgorithms.isEmpty else { return fail("wrong hashes: \(hashes.wrongAlgorithms)") }
        let text = String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
        do {
            let reading = try LinkReader().read(text)
            for account in reading.accounts { print(account.label, try account.code(at: .now, using: hashes).text) }
            let problems = reading.rejections.map { "\($0.place): \($0.reason)" } + reading.warnings
            if !problems.isEmpty { fail(problems.joined(separator: "\n")) }
        } catch { fail(error.localizedDescription) }
    }

    private static func fail(_ message: String) {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(1)
    }
}
