import Encodings
import Links
import TOTPDomain

extension ExportSelection {
    /// Records the accounts that the app will show with other tags.
    ///
    /// - Parameters:
    ///   - tags: as the app reads them.
    ///   - limit: the tags that the app stores: “one tag per account”.
    package mutating func recordTags(
        _ limit: String = "trimmed tags, each once", _ tags: (Account) -> [String] = { $0.distinctTags }
    ) {
        lose(.detail(.tags), "\(app) stores \(limit)") { tags($0) != $0.tags }
    }

    /// Records the notes that apps drop because they contain only spaces.
    package mutating func recordBlankNotes() {
        lose(.detail(.note), "\(app) cannot store an empty note") { $0.note?.isBlank == true }
    }

    /// Records the accounts whose issuer or name has a line break, which apps change when they read a table.
    package mutating func recordLineBreaks() {
        lose(.unverified, "\(app) may change the line break in its name") {
            ($0.issuer + $0.name).contains(where: \.isNewline)
        }
    }

    /// Records the accounts whose codes need a PIN that they do not have.
    package mutating func recordMissingPINs() {
        lose(.unverified, "its PIN is unknown; codes are wrong until you enter it in \(app)") {
            $0.needsPIN && $0.pin == nil
        }
    }

    /// Leaves out the accounts that have the secret of an earlier account.
    ///
    /// - Parameter key: the value that the app compares.
    package mutating func leaveOutRepeatedSecrets(_ key: (Account) -> String) {
        var known: Set<String> = []
        leaveOut(.secretNotUnique, "\(app) keeps one account per secret, and an earlier account has this one") {
            !known.insert(key($0)).inserted
        }
    }
}

extension Account {
    /// The tags as apps store them: trimmed, none of them empty, each once.
    package var distinctTags: [String] { tags.map(\.trimmingWhitespace).filter { !$0.isEmpty }.distinct }

    /// Whether codes depend on a PIN.
    package var needsPIN: Bool { parameters.kind == .motp || parameters.kind == .yandex }
}

extension OrderedJSON {
    /// A text, or null for no text.
    package static func text(_ text: String?) -> OrderedJSON {
        text.flatMap { $0.isEmpty ? nil : .string($0) } ?? .null
    }
}

extension Account {
    /// The title that password managers show first: the issuer, or else the name.
    package var title: String { issuer.isEmpty ? name : issuer }

    /// A link without names, for apps that have them next to the link.
    package var namelessLink: String {
        var account = self
        (account.issuer, account.name) = ("", "")
        return KeyURI.write(account)
    }

    /// Whether it is an ordinary account whose link many apps read as a Steam account.
    package var hasSteamLink: Bool { parameters.kind == .totp && title == "Steam" }
}

/// Identifiers of tags, for apps that store groups and refer to them.
package struct TagGroups {
    /// In the order of their first use.
    package private(set) var all: [(id: String, name: String)] = []
    private var ids: [String: String] = [:]

    package init() {}

    /// The identifier of a tag's group, which is added if it is new.
    ///
    /// - Parameter newID: makes the identifier of a new group.
    package mutating func id(
        of tag: String, newID: () throws(ExportError) -> String
    ) throws(ExportError) -> String {
        if let id = ids[tag] { return id }
        let id = try newID()
        ids[tag] = id
        all.append((id, tag))
        return id
    }
}
