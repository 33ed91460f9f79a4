import Encodings
import TOTPDomain

/// What a text that no reader uses may hold of an account (`Docs/formats/README.md`).
package enum Leftover: Sendable, Hashable {
    case link, secret, recoveryCodes

    /// - Returns: nil for a text that says nothing of an account.
    package init?(in text: Span<UInt8>) {
        if KeyURIScheme.findAnywhere(in: text) != nil {
            self = .link
        } else if !BareSecret.find(in: text, text.indices).isEmpty {
            self = .secret
        } else if Self.hasRecoveryCodes(text) {
            self = .recoveryCodes
        } else {
            return nil
        }
    }

    package init?(in text: String) { self.init(in: Array(text.utf8).span) }

    /// In a sentence: `a secret`.
    package var phrase: String {
        switch self {
        case .link: "a link"
        case .secret: "a secret"
        case .recoveryCodes: "recovery codes"
        }
    }

    /// Whether it names recovery codes, and has digits for them.
    private static func hasRecoveryCodes(_ text: Span<UInt8>) -> Bool {
        let digits = text.indices.count { text[$0] &- 48 < 10 }
        guard digits >= 8, text.count <= Limit.link else { return false }
        let words = text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }.limitingMarks.lowercased()
        return words.contains("code") && ["backup", "recover", "scratch", "emergency"].contains { words.contains($0) }
    }
}

/// The lines of a text that no reader uses and that may hold something of an account.
package struct LeftoverLines: Sendable {
    private var places = LinkPlaces()
    private var found: [Leftover] = []

    package init() {}

    package mutating func look(at text: Span<UInt8>, line: Int) {
        guard let leftover = Leftover(in: text) else { return }
        places.note(line)
        if !found.contains(leftover) { found.append(leftover) }
    }

    /// Nil if there is nothing.
    package var warning: Warning? {
        places.subject.map { subject in
            Warning(
                "\(subject) may hold \(found.map(\.phrase).joined(separator: " or ")), not read: "
                    + (places.count == 1
                        ? "it is a comment, or without a link" : "they are comments, or without a link"),
                "if it is of an account, write it as a link on a line of its own; keep recovery codes elsewhere")
        }
    }
}
