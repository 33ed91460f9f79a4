import FixtureSupport
import TOTPDomain

/// Links that are right here and wrong there, the same on every run.
enum MadeLinks {
    /// A link put together from pieces that have a meaning somewhere, right and wrong ones.
    static func link(_ random: inout SeededGenerator) -> [UInt8] {
        func any(_ pieces: [String]) -> String { pieces.randomElement(using: &random) ?? "" }
        var link = any(["otpauth://", "otpauth://", "otpauth://", "OTPAUTH://", "motp://", "steam://", "x otpauth://"])
        link += any(["totp", "totp", "hotp", "steam", "yaotp", "TOTP", "push", "a@totp", ""]) + any(["/", "/", ""])
        link += any(names) + any([":", "%3A", "", "::"]) + any(names)
        link += any(["?", "?", "?", "", "??"])
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            let key = any([
                "secret", "secret", "issuer", "algorithm", "digits", "period", "counter", "pin", "steam",
                "encoder", "pin_length", "Secret", "icon", "x",
            ])
            let value: String
            switch key.lowercased() {
            case "secret": value = any(secrets)
            case "issuer": value = any(names)
            case "algorithm":
                value = any(["SHA1", "sha256", "SHA-512", "MD5", "SHA384", "HmacSHA1", "", "null", "%53HA1"])
            case "encoder": value = any(["steam", "Steam", "x"])
            case "pin": value = any(["GU3TQNQ", "1", "", "null"])
            default: value = any(numbers)
            }
            link += key + any(["=", "=", "=", "=", ""]) + value + any(["&", "&", "&", "#", "&&"])
        }
        return Array(link.utf8)
    }

    private static let names = [
        "Acme", "alice", "alice%40example.com", "Steam", "Ac+me", "zoë", "zo%C3%AB", "zo%EB", "%", "%2", "%2540", " ",
        "null", "", "%C2%A0a", "#",
    ]
    private static let secrets = [
        Secrets.sha1, Secrets.sha1.lowercased(), "JBSWY3DPEHPK3PXP", "A", "AA", "ABC1", "", "null", "NULL", "====",
        "AB==",
        "OSAD%20N5M3", "OSAD+N5M3", "%4FSAD", "%", "AJPTKT3Y4GYMHAPKPDCIW62SNA", "e3152afee62599c8", "%3D", "é",
    ]
    private static let numbers = [
        "6", "8", "30", "0", "06", "-1", "+6", "%2B6", "1e1", "", "null", "99", "2147483", "2147484",
        "9223372036854775807",
        "9223372036854775808", "000000000000000000000000006", " 6", "%206", "10", "11", "six",
    ]

    /// A link of a secret in groups, in one case, with some characters percent-encoded, and maybe prose after it.
    static func grouped(_ secret: OTPSecret, _ random: inout SeededGenerator) -> String {
        var letters = Array(secret.base32)
        if Bool.random(using: &random) { letters = Array(secret.base32.lowercased()) }
        let size = Int.random(in: 3...8, using: &random)
        let kinds = [
            [" "], ["+"], ["%20"], ["-"], ["%2D"], ["\t"], ["  "], [" ", "+"], [" ", "%20"], ["+", "%20"], [""],
        ]
        let separators = kinds.randomElement(using: &random) ?? []
        let encodes = Bool.random(using: &random)
        var text = ""
        for (index, letter) in letters.enumerated() {
            if index > 0, index.isMultiple(of: size) { text += separators.randomElement(using: &random) ?? "" }
            let isEncoded = encodes && Int.random(in: 0..<5, using: &random) == 0
            text += isEncoded ? "%" + String(letter.asciiValue ?? 0, radix: 16, uppercase: true) : String(letter)
        }
        let before = ["", "issuer=Acme&", "digits=8&"].randomElement(using: &random) ?? ""
        let after = ["", "", "&issuer=Acme Inc&period=60", " is my bank", " ip=10.0.0.1", ", see above", "\tx=1"]
        return "otpauth://totp/Acme:alice?\(before)secret=\(text)\(after.randomElement(using: &random) ?? "")"
    }

    static func damaged(_ random: inout SeededGenerator) -> [UInt8] { damaged(link(&random), &random) }

    /// A link of which a few bytes are changed, missing, or repeated.
    static func damaged(_ link: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var line = link
        for _ in 0..<Int.random(in: 1...3, using: &random) where !line.isEmpty {
            let index = line.indices.randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<3, using: &random) {
            case 0: line[index] = UInt8.random(in: 0...255, using: &random)
            case 1: line.remove(at: index)
            default: line.insert(line[index], at: index)
            }
        }
        return line
    }
}
