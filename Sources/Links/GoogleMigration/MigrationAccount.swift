import Encodings
import TOTPDomain

/// One account in a QR code of Google Authenticator's export (`Docs/formats/google-migration.md` has its fields).
package struct MigrationAccount: Sendable, Hashable {
    private var secret: [UInt8] = []
    private var name = ""
    private var issuer = ""
    /// These three are numbers of the message's own enumerations; 0 is not specified.
    private var algorithm: Int32 = 0
    private var digits: Int32 = 0
    private var type: Int32 = 0
    private var counter: Int64 = 0
    private var rest = ProtobufRest()

    // MARK: - Reading

    /// The fields without a meaning that is known.
    var unread: UnreadNames {
        var unread = rest.unread
        // The app writes it only for those that count.
        if counter != 0, (try? kind()) == .totp { unread.add("field 7", entries: 0) }
        return unread
    }

    /// - Throws: if the bytes are not such a message.
    init(decoding bytes: ArraySlice<UInt8>) throws(ProtobufFields.Malformed) {
        var fields = ProtobufFields(bytes, level: 2)
        var last: [UInt64: ProtobufFields.Value] = [:]
        while let field = try fields.next() {
            // Newer versions of the app write an id as field 8.
            let isBytes = 1...3 ~= field.number || field.number == 8
            rest.note(field, isBytes ? .bytes : 4...7 ~= field.number ? .number : .unknown, &last)
            switch (field.number, field.value) {
            case (1, .bytes(let bytes)): secret = Array(bytes)
            case (2, .bytes(let bytes)): name = try Self.text(bytes)
            case (3, .bytes(let bytes)): issuer = try Self.text(bytes)
            case (4, .number(let number)): algorithm = Int32(truncatingIfNeeded: number)
            case (5, .number(let number)): digits = Int32(truncatingIfNeeded: number)
            case (6, .number(let number)): type = Int32(truncatingIfNeeded: number)
            case (7, .number(let number)): counter = Int64(bitPattern: number)
            case (8, .bytes(let id)) where Leftover.Kind(in: id.span) != nil: rest.unread.add("field 8", entries: 0)
            default: break
            }
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) throws(ProtobufFields.Malformed) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw ProtobufFields.Malformed() }
        return text
    }

    /// Issuer and name as the app reads them.
    ///
    /// The app also writes the issuer into the name; with an empty issuer that is the only place.
    package var names: (issuer: String, name: String) {
        let (issuer, name) = (issuer.limitingMarks, name.limitingMarks)
        if issuer.isBlank, let colon = name.utf8.firstIndex(of: ASCII.colon) {
            let afterColon = name.utf8.index(after: colon)
            return (String(name[..<colon]).trimmingWhitespace, String(name[afterColon...]).trimmingWhitespace)
        }
        return AccountLabel.normalized(issuer: issuer, name: name)
    }

    /// - Throws: ``EntryError`` if the secret is empty, a number has no meaning, or a field is not clear.
    package func item() throws(EntryError) -> Account {
        if let field = rest.unclear {
            throw EntryError(.migrationUnknownValue, "its field \(field) has two values, or another type", .addByHand)
        }
        let (issuer, name) = names
        let kind = try kind(), secret = try OTPSecret(bytes: secret)
        let parameters = try OTPParameters(
            kind: kind, algorithm: meaning("algorithm", algorithm, Self.algorithms),
            digits: meaning("number of digits", digits, [6, 6, 8]), counter: kind == .hotp ? counter : nil)
        let account = Account(issuer: issuer, name: name, secret: secret, parameters: parameters)
        try account.checkMarks()
        return account
    }

    private func kind() throws(EntryError) -> OTPKind { try meaning("type", type, [.totp, .hotp, .totp]) }

    private static let algorithms: [OTPAlgorithm] = [.sha1, .sha1, .sha256, .sha512, .md5]

    /// - Parameter values: what the numbers of the enumeration mean, from 0.
    private func meaning<Value>(_ field: StaticString, _ number: Int32, _ values: [Value]) throws(EntryError) -> Value {
        guard values.indices.contains(Int(number)) else {
            throw EntryError(.migrationUnknownValue, "the \(field) number \(number) is unknown", .addByHand)
        }
        return values[Int(number)]
    }

    // MARK: - Writing

    /// - Parameter account: a totp or hotp account of 6 or 8 digits, and a period of 30 seconds: others cannot be
    ///   expressed.
    package init(_ account: Account) {
        let parameters = account.parameters
        secret = account.secret.bytes
        name = account.name
        issuer = account.issuer
        algorithm = Int32(Self.algorithms.lastIndex(of: parameters.algorithm) ?? 0)
        digits = parameters.digits == 8 ? 2 : 1
        type = parameters.kind == .hotp ? 1 : 2
        counter = parameters.counter ?? 0
    }

    var bytes: [UInt8] {
        var message = ProtobufWriter()
        message.add(1, secret)
        message.add(2, name.utf8)
        message.add(3, issuer.utf8)
        message.add(4, Int64(algorithm))
        message.add(5, Int64(digits))
        message.add(6, Int64(type))
        message.add(7, counter)
        return message.bytes
    }
}
