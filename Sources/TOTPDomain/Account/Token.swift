import Encodings

extension Account {
    /// The hardware token that generates the codes, as its maker and the server name it.
    ///
    /// At least one of its texts is not nil. No text is empty or has spaces around it.
    public struct Token: Sendable, Hashable {
        /// The number on the device; servers know the token by it.
        public let serial: String?
        public let manufacturer: String?
        public let model: String?
        /// The user of the token at the server, such as a user principal name.
        public let user: String?

        /// Trims the texts. An empty text counts as nil.
        ///
        /// - Parameters: texts of at most 256 bytes of UTF-8 each.
        /// - Returns: nil if every text is nil or empty.
        /// - Throws: ``EntryError`` with `field-damaged` if a text is longer.
        public init?(
            serial: String? = nil, manufacturer: String? = nil, model: String? = nil, user: String? = nil
        ) throws(EntryError) {
            func text(_ text: String?, _ field: StaticString) throws(EntryError) -> String? {
                guard let text = text?.trimmingWhitespace, !text.isEmpty else { return nil }
                guard text.utf8.count <= Limit.tokenText else {
                    throw EntryError(
                        .fieldDamaged, "the \(field) of the token is longer than \(Limit.tokenText) bytes",
                        "shorten it in the file")
                }
                return text
            }
            self.serial = try text(serial, "serial number")
            self.manufacturer = try text(manufacturer, "manufacturer")
            self.model = try text(model, "model")
            self.user = try text(user, "user")
            if texts.isEmpty { return nil }
        }

        /// All texts of both; nil if they differ in a text that both have: then they are two tokens.
        package func joined(with other: Token?) -> Token? {
            guard let other else { return self }
            let texts = [
                (serial, other.serial), (manufacturer, other.manufacturer), (model, other.model), (user, other.user),
            ]
            guard texts.allSatisfy({ $0 == nil || $1 == nil || $0 == $1 }) else { return nil }
            let joined = texts.map { $0 ?? $1 }
            return try? Token(serial: joined[0], manufacturer: joined[1], model: joined[2], user: joined[3])
        }

        /// Returns the token with each text changed; nil if a text is too long then, or every text is empty.
        package func mapped(_ change: (String) -> String) -> Token? {
            try? Token(
                serial: serial.map(change), manufacturer: manufacturer.map(change), model: model.map(change),
                user: user.map(change))
        }

        /// The texts that are there, with their names in files: `serial`, `manufacturer`, `model`, `user`.
        package var members: [(name: String, text: String)] {
            [("serial", serial), ("manufacturer", manufacturer), ("model", model), ("user", user)]
                .compactMap { name, text in text.map { (name, $0) } }
        }

        package var texts: [String] { members.map(\.text) }

        /// As the value of `token` in JSON.
        ///
        /// - Parameter shown: changes each text.
        package func json(_ shown: (String) -> String = { $0 }) -> OrderedJSON {
            .object(members.map { OrderedJSON.Member(key: $0.name, value: .string(shown($0.text))) })
        }
    }
}
