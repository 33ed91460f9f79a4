import Encodings
import Platform
import SecureMemory

/// Reads fields of a JSON object from its text, and names the field in every refusal, never its value.
struct FieldReader {
    private let fields: JSONFields
    private let path: Path
    private let part: Part

    /// Where the object is; this decides the type of error.
    enum Part {
        /// Not encrypted, and untrusted.
        case envelope
        /// Decrypted.
        case plaintext

        /// Encrypted content was limited when it was imported. A vault of an older version may contain more combining
        /// marks in a row: they must not change, and must not make the vault unreadable.
        var limits: JSONLimits { JSONLimits(keepsMarks: self == .plaintext) }

        func refusal(at place: String, _ reason: String) -> VaultError {
            switch self {
            case .envelope: .refused(field: place, reason: reason)
            case .plaintext: .damagedContent("\(place) \(reason)")
            }
        }

        func error(_ error: JSONError) -> VaultError {
            switch self {
            // If two members have the same name, another reader may use the other member.
            case .envelope where error.reason == .repeatedName:
                .refused(field: "the file", reason: "has the same name twice in one object")
            case .envelope: .damaged(reason: "the file is not JSON: \(error.description)")
            case .plaintext: .damagedContent("it is not JSON: \(error.description)")
            }
        }
    }

    /// The path of an object in messages: `header.slots[0].kdf`. It is only put together when it is needed.
    private struct Path {
        /// Empty for the outermost object.
        var outer = ""
        /// The index of an element of the list `outer`; nil for `outer` itself.
        var index: Int?
        /// The name of a member of `outer`, or of its element; nil for no member.
        var member: StaticString?

        var text: String {
            let element = index.map { "\(outer)[\($0)]" } ?? outer
            guard let member else { return element }
            return element.isEmpty ? "\(member)" : "\(element).\(member)"
        }
    }

    /// - Throws: ``VaultError`` if the text is not an object.
    init(_ text: ArraySlice<UInt8>, in part: Part) throws(VaultError) {
        self.init(try Self.fields(text, in: part), in: part, path: Path())
    }

    /// - Parameter path: where the object is in messages.
    init(_ json: OrderedJSON, in part: Part, path: String) throws(VaultError) {
        self.init(try Self.fields(json.utf8[...], in: part), in: part, path: Path(outer: path))
    }

    private static func fields(_ text: ArraySlice<UInt8>, in part: Part) throws(VaultError) -> JSONFields {
        do throws(JSONError) { return try JSONFields(text, part.limits) } catch { throw part.error(error) }
    }

    private init(_ fields: JSONFields, in part: Part, path: Path) {
        (self.fields, self.part, self.path) = (fields, part, path)
    }

    // MARK: - Required fields

    func string(_ key: StaticString) throws(VaultError) -> String {
        let text = try text(key)
        do throws(JSONError) { return try fields.scanner.string(text) } catch { throw part.error(error) }
    }

    /// A string to compare with a few words; "" for a longer string, which takes long to compare and cannot match.
    func word(_ key: StaticString) throws(VaultError) -> String {
        try utf8(key).count <= Self.longestWord ? string(key) : ""
    }

    private static let longestWord = 64

    func integer(_ key: StaticString) throws(VaultError) -> Int64 {
        guard case .number(let range) = fields[key],
            case .integer(let number) = OrderedJSON(number: fields.scanner.source(range))
        else { throw refusal(key, "is missing or not a whole number") }
        return number
    }

    func bool(_ key: StaticString) throws(VaultError) -> Bool {
        guard case .bool(let value) = fields[key] else { throw refusal(key, "is missing or neither true nor false") }
        return value
    }

    func time(_ key: StaticString) throws(VaultError) -> Date {
        guard let time = VaultTime.date(try utf8(key)) else { throw refusal(key, "is not a UTC time in whole seconds") }
        return time
    }

    func uuid(_ key: StaticString) throws(VaultError) -> UUID {
        guard let id = UUID(utf8: try utf8(key)) else { throw refusal(key, "is not a UUID in upper case") }
        return id
    }

    /// The UTF-8 of a string.
    func utf8(_ key: StaticString) throws(VaultError) -> ArraySlice<UInt8> { fields.scanner.utf8(try text(key)) }

    func object(_ key: StaticString) throws(VaultError) -> FieldReader {
        guard case .object(let range) = fields[key] else { throw refusal(key, "is missing or not an object") }
        let place = path.member == nil ? path : Path(outer: path.text)
        return try object(in: range, at: Path(outer: place.outer, index: place.index, member: key))
    }

    /// The objects of a list, each only read when it is asked for.
    func array(_ key: StaticString) throws(VaultError) -> Elements {
        let range = try range(ofArray: key)
        do throws(JSONError) {
            return Elements(list: try fields.elements(range), firstIndex: 0, path: place(key), part: part)
        } catch { throw part.error(error) }
    }

    private func object(in range: Range<Int>, at path: Path) throws(VaultError) -> FieldReader {
        let object: JSONFields
        do throws(JSONError) { object = try fields.object(range) } catch { throw part.error(error) }
        return FieldReader(object, in: part, path: path)
    }

    struct Elements {
        fileprivate let list: JSONElements
        /// The index of the first of them in the whole list.
        fileprivate let firstIndex: Int
        fileprivate let path: String
        fileprivate let part: Part

        var count: Int { list.elements.count }
        var indices: Range<Int> { list.elements.indices }

        func object(at index: Int) throws(VaultError) -> FieldReader {
            let path = Path(outer: path, index: firstIndex + index)
            guard list.elements[index].kind == .object else { throw part.refusal(at: path.text, "is not an object") }
            do throws(JSONError) {
                return FieldReader(try list.object(at: index), in: part, path: path)
            } catch { throw part.error(error) }
        }

        /// Calls `body` with each element, on all cores.
        ///
        /// - Returns: the results, in order.
        /// - Throws: the error of the first element that fails.
        func concurrentMap<Value: Sendable>(
            _ body: @Sendable (FieldReader) throws(VaultError) -> Value
        ) throws(VaultError) -> FlattenSequence<[[Value]]> {
            let parts = stride(from: 0, to: count, by: Self.partSize).map { $0..<min($0 + Self.partSize, count) }
            var values: [[Value]] = []
            for part in parts.concurrentMap({ map($0, body) }) { values.append(try part.get()) }
            return values.joined()
        }

        /// Many small parts would spend their time on starting, few large parts on waiting for the last.
        private static let partSize = 1000

        private func map<Value>(
            _ indices: Range<Int>, _ body: (FieldReader) throws(VaultError) -> Value
        ) -> Result<[Value], VaultError> {
            var copy = list.copy(indices)
            defer { copy.wipe() }
            return Result { () throws(VaultError) in try read(indices, in: copy, body) }
        }

        private func read<Value>(
            _ indices: Range<Int>, in copy: [UInt8], _ body: (FieldReader) throws(VaultError) -> Value
        ) throws(VaultError) -> [Value] {
            let part = Elements(
                list: list.elements(indices, in: copy), firstIndex: firstIndex + indices.lowerBound, path: path,
                part: part)
            return try part.indices.map { (index) throws(VaultError) in try body(part.object(at: index)) }
        }
    }

    func integers(_ key: StaticString) throws(VaultError) -> [Int64] {
        try values(key).map { (value) throws(VaultError) in
            guard case .integer(let number) = value else { throw refusal(key, "is not a list of whole numbers") }
            return number
        }
    }

    func strings(_ key: StaticString) throws(VaultError) -> [String] {
        try values(key).map { (value) throws(VaultError) in
            guard case .string(let text) = value else { throw refusal(key, "is not a list of strings") }
            return text
        }
    }

    func bytes(_ key: StaticString, count: Int) throws(VaultError) -> [UInt8] {
        let bytes = try bytes(key)
        guard bytes.count == count else { throw refusal(key, "has \(bytes.count) bytes, not \(count)") }
        return bytes
    }

    func bytes(_ key: StaticString) throws(VaultError) -> [UInt8] {
        let text = try utf8(key)
        guard let bytes = Base64.decodeStrictly(text.span) else { throw refusal(key, "is not base64") }
        return bytes
    }

    private func text(_ key: StaticString) throws(VaultError) -> JSONScanner.Text {
        guard case .string(let text) = fields[key] else { throw refusal(key, "is missing or not a string") }
        return text
    }

    private func range(ofArray key: StaticString) throws(VaultError) -> Range<Int> {
        guard case .array(let range) = fields[key] else { throw refusal(key, "is missing or not a list") }
        return range
    }

    private func values(_ key: StaticString) throws(VaultError) -> [OrderedJSON] {
        let range = try range(ofArray: key)
        do throws(JSONError) {
            guard case .array(let values) = try fields.tree(range) else { return [] }
            return values
        } catch { throw part.error(error) }
    }

    // MARK: - Other fields

    /// Whether there is a value other than null.
    func has(_ key: StaticString) -> Bool {
        switch fields[key] {
        case nil, .null: false
        default: true
        }
    }

    /// The members of other names, in their order.
    ///
    /// - Parameter containers: the known fields that are lists or objects.
    func members(
        except known: [StaticString], containers: [StaticString] = []
    ) throws(VaultError) -> [OrderedJSON.Member] {
        do throws(JSONError) {
            return try fields.members(except: known, read: containers)
        } catch { throw part.error(error) }
    }

    /// The whole object.
    func tree() throws(VaultError) -> OrderedJSON {
        do throws(JSONError) { return try fields.tree() } catch { throw part.error(error) }
    }

    /// Refuses a field that an object of this type does not have: it would be lost when the vault is rewritten.
    func refuse(_ key: StaticString, unless isAllowed: Bool, _ reason: String) throws(VaultError) {
        if !isAllowed, has(key) { throw refusal(key, reason) }
    }

    // MARK: - Refusals

    func refusal(_ key: StaticString, _ reason: String) -> VaultError { part.refusal(at: place(key), reason) }

    private func place(_ key: StaticString) -> String {
        let path = path.text
        return path.isEmpty ? "\(key)" : "\(path).\(key)"
    }
}
