import Encodings
import TOTPDomain

/// Names of files after accounts: every file system accepts them, and no two are the same.
package struct FileNames {
    private var names = UniqueNames<String>()

    package init() {}

    /// The longest name without its ending, in bytes of UTF-8. File systems allow 255.
    package static let maximumByteCount = 100

    /// `Acme - alice.png`, then `Acme - alice (2).png`.
    package mutating func name(for account: Account, ending: String) -> String {
        unique(Self.parts(of: account).joined(separator: " - ")) + ending
    }

    /// `Acme/alice.txt`, then `Acme/alice (2).txt`; without an issuer or a name, only the other.
    package mutating func path(for account: Account, ending: String) -> String {
        let parts = Self.parts(of: account)
        guard let issuer = parts.first, parts.count == 2 else { return unique(parts.first ?? "") + ending }
        var folder = Self.complete(issuer.cut(to: Self.maximumByteCount - 1, UTF8.self))
        // A folder never has the name of a file that is written, or of an encrypted entry.
        if [ending, ".sh", ".gpg", ".age"].contains(where: folder.lowercased().hasSuffix) { folder += "_" }
        return unique(parts[1], in: folder + "/") + ending
    }

    private static func parts(of account: Account) -> [String] {
        [account.issuer, account.name].map(safe).filter { !$0.isEmpty }
    }

    private mutating func unique(_ asked: String, in folder: String = "") -> String {
        let name = asked.isEmpty ? "account" : asked
        func numbered(_ number: Int) -> String {
            let suffix = number == 1 ? "" : " (\(number))"
            let limit = Self.maximumByteCount - suffix.utf8.count
            return folder + Self.complete(name.cut(to: limit, UTF8.self)) + suffix
        }
        return numbered(names.number(for: Self.key(folder + name)) { Self.key(numbered($0)) })
    }

    /// Strings are equal however their accents are encoded, as names are on macOS.
    private static func key(_ name: String) -> String { name.uppercased().lowercased() }

    /// Replaces characters that Windows, macOS or Linux do not allow, or that would be invisible.
    private static func safe(_ text: String) -> String {
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            // Joins emoji and letters.
            case .format where scalar == "\u{200D}" || scalar == "\u{200C}": safe.append(scalar)
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: safe.append("_")
            default: safe.append("/\\:*?\"<>|".unicodeScalars.contains(scalar) ? "_" : scalar)
            }
        }
        return String(safe).trimmingWhitespace
    }

    /// Windows drops dots and spaces at the end and reserves names of devices. A leading dot hides a file, and a
    /// leading hyphen makes it an option.
    private static func complete(_ name: String) -> String {
        var name = name[...]
        while let last = name.unicodeScalars.last, last == "." || last.properties.isWhitespace {
            name.unicodeScalars.removeLast()
        }
        if name.isEmpty { return "account" }
        return name.hasPrefix(".") || name.hasPrefix("-") || isDevice(name) ? "_\(name)" : String(name)
    }

    private static func isDevice(_ name: Substring) -> Bool {
        let device = String(name.prefix { $0 != "." }).trimmingWhitespace.uppercased()
        if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(device) { return true }
        guard device.hasPrefix("COM") || device.hasPrefix("LPT"), device.count == 4 else { return false }
        return device.last.map { "0123456789¹²³".contains($0) } ?? false
    }
}
