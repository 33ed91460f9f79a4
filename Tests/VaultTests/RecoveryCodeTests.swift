import Encodings
import TOTPDomain
import Testing

@testable import Vault

@Suite("Recovery codes")
struct RecoveryCodeTests {
    /// Bytes 0 to 31; the last four characters are the first 20 bits of their SHA-256, 630dc…
    private let code = RecoveryCode(bytes: Array(0..<32))
    private let text = "AAAQ-EAYE-AUDA-OCAJ-BIFQ-YDIO-B4IB-CEQT-CQKR-MFYY-DENB-WHA5-DYPQ-MMG4"

    @Test("A code is written in fourteen groups of four")
    func written() throws {
        #expect(try code.text == text)
        #expect(try RecoveryCode(typed: Passphrase(text)).bytes == code.bytes)
    }

    @Test("However it is typed, it is the same code")
    func typed() throws {
        let bare = text.filter { $0 != "-" }
        let ways = [
            bare, bare.lowercased(), text.lowercased(), "  \(text)\n", text.replacing("-", with: " "),
            text.replacing("-", with: "- \t"), bare.map(String.init).joined(separator: " "),
            String(zip(0..., text).map { $0.isMultiple(of: 2) ? Character($1.lowercased()) : $1 }), "--\(bare)--",
        ]
        for way in ways { #expect(try RecoveryCode(typed: Passphrase(way)).bytes == code.bytes, "\(way.count)") }
    }

    @Test("A single wrong character is always found")
    func everyCharacterChanged() throws {
        let characters = Array(text.utf8)
        var unnoticed: [Int] = []
        for place in characters.indices where characters[place] != ASCII.hyphen {
            for wrong in "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567018!=é".utf8 where wrong != characters[place] {
                var typed = characters
                typed[place] = wrong
                if vaultError({ try RecoveryCode(typed: Passphrase(utf8: typed)) }) != .malformedRecoveryCode {
                    unnoticed.append(place)
                }
            }
        }
        #expect(unnoticed == [])
    }

    @Test("A missing, added or swapped character is found")
    func otherTypingErrors() throws {
        let bare = Array(text.filter { $0 != "-" })
        for place in bare.indices {
            var missing = bare
            missing.remove(at: place)
            var doubled = bare
            doubled.insert(bare[place], at: place)
            var swapped = bare
            if place > 0 { swapped.swapAt(place - 1, place) }
            for typed in [missing, doubled, swapped] where typed != bare {
                let error = vaultError { try RecoveryCode(typed: Passphrase(String(typed))) }
                #expect(error == .malformedRecoveryCode, "at \(place)")
            }
        }
    }

    @Test(
        "Text that is not a recovery code is refused",
        arguments: ["", "-", "MMG4", String(repeating: "A", count: 56)])
    func notACode(typed: String) {
        #expect(vaultError { try RecoveryCode(typed: Passphrase(typed)) } == .malformedRecoveryCode)
    }

    @Test("Each code is another one")
    func random() throws {
        let codes = Set(try (0..<100).map { _ in try RecoveryCode.make().bytes })
        #expect(codes.count == 100)
        #expect(codes.allSatisfy { $0.count == 32 })
    }
}
