import Foundation
import TOTPCore

/// codes < links.txt: the codes of the accounts in a text of links, without a C library of the system.
@main struct Codes {
    static func main() throws {
        let text = String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
        let reading = try LinkReader().read(text)
        var problems = reading.rejections.map { "\($0.place): \($0.reason)" } + reading.warnings + reading.missingParts
        for account in reading.accounts {
            do {
                print(account.label, try account.code(at: .now, using: SystemHashes()).text)
            } catch {
                problems.append("\(account.label) \(error.localizedDescription)")
            }
        }
        for problem in problems { try FileHandle.standardError.write(contentsOf: Data("\(problem)\n".utf8)) }
        if !problems.isEmpty { exit(1) }
    }
}
