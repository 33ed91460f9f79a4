import Encodings
import Links
import TOTPDomain

/// What holds for every document that a reader hands out, whatever it was read from.
enum DocumentPromises {
    static func check(_ document: ImportedDocument) {
        for entry in document.entries {
            switch entry {
            case .item(let item): check(item)
            case .rejected(let rejection):
                check(message: rejection.reason)
                require(isOneLine(rejection.label), "a label is one line")
            }
        }
        require(
            document.records == document.entries.count + document.skipped.total, "every record is accounted for")
        for part in document.migrationParts {
            require(0..<part.size ~= part.index, "a part is one of all")
        }
        document.warnings.forEach { Self.check(message: $0.message) }
    }

    static func check(message: String) {
        require(!message.isEmpty && isOneLine(message), "a message is one line")
    }

    static func check(_ item: Account) {
        let parameters = item.parameters
        require(
            1...OTPSecret.maximumByteCount ~= item.secret.bytes.count, "a secret has 1 to 4,096 bytes")
        require(OTPParameters.digitsRange ~= parameters.digits, "a code has 1 to 10 digits")
        switch parameters.factor {
        case .time(let period): require(OTPParameters.periodRange ~= period, "a period is in its range")
        case .counter(let counter): require(counter >= 0, "no counter is negative")
        }
        require(!item.label.isEmpty && isOneLine(item.label), "a label is one line")
        survivesLink(item)
    }

    /// What is written as a link must be read back as the same account.
    static func survivesLink(_ item: Account) {
        let link = Array(KeyURI.write(item).utf8)
        guard link.count <= KeyURI.maximumByteCount else { return }
        // The writers refuse accounts whose names contain a link: it might be another account's.
        let names = ["\(item.issuer):\(item.name)", item.pin?.text ?? ""].map { Array($0.utf8) }
        if names.contains(where: { KeyURIScheme.findAnywhere(in: $0.span) != nil }) { return }
        guard let again = try? KeyURI.read(link.span).account else {
            fatalError("broken promise: the link that was written can be read")
        }
        require(again.secret == item.secret, "a link keeps the secret")
        // A link cannot say that an account of the issuer Steam is an ordinary one.
        if item.issuer == "Steam" || item.name == "Steam" { return }
        require(again.parameters == item.parameters, "a link keeps the parameters")
        // A link of a Yandex account without an issuer is read as Yandex's.
        let isIssuerFilledIn = item.parameters.kind == .yandex && item.issuer.isEmpty
        require(again.issuer == item.issuer || isIssuerFilledIn, "a link keeps the issuer")
        require(again.name == item.name, "a link keeps the name")
        require(again.pin == item.pin, "a link keeps the PIN")
    }

    private static func isOneLine(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
}
