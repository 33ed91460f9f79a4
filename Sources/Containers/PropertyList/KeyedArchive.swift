import TOTPDomain

/// The objects of an `NSKeyedArchiver` file in a binary property list.
///
/// Values are resolved one level at a time, and only where they are asked for: archives that refer to themselves do no
/// harm.
package struct KeyedArchive: Sendable {
    fileprivate let list: BinaryPropertyList
    /// The indexes of the archived objects in the list, by their number.
    private let objects: [Int]
    private let rootIndex: Int

    /// - Throws: ``SourceError`` with `corrupt`.
    package init(_ bytes: [UInt8]) throws(SourceError) {
        list = try BinaryPropertyList(bytes)
        guard case .dictionary(let members) = list.root,
            let objects = members["$objects"], case .array(let indexes) = list[objects],
            let top = members["$top"], case .dictionary(let roots) = list[top], let root = roots["root"]
        else { throw SourceError(.corrupt, "the archive in the file is damaged: it has no root", .exportAgain) }
        self.objects = indexes
        rootIndex = root
    }

    /// The archived object; nil for null.
    package var root: Value? { value(at: rootIndex) }

    /// More than the number of objects that the archive can contain.
    package var objectCount: Int { list.count }

    /// The value at an index of the list, or the value that it refers to; nil for null and for broken references.
    fileprivate func value(at index: Int) -> Value? {
        var object = list[index]
        if case .uid(let number) = object {
            // The first object is null.
            guard number > 0, objects.indices.contains(number) else { return nil }
            object = list[objects[number]]
            if case .uid = object { return nil }
        }
        return object == .null ? nil : Value(object: object, archive: self)
    }

    /// A value of an archive: plain, or an object of an Apple class that contains a plain value.
    package struct Value: Sendable {
        fileprivate let object: BinaryPropertyList.Object
        fileprivate let archive: KeyedArchive

        /// Whether it has members.
        package var isObject: Bool { if case .dictionary = object { true } else { false } }

        package var text: String? {
            if case .string(let text) = content("NS.string") { text } else { nil }
        }

        package var data: ArraySlice<UInt8>? {
            if case .data(let data) = content("NS.data") { data } else { nil }
        }

        package var integer: Int64? {
            if case .integer(let number) = object { number } else { nil }
        }

        /// A number, with or without a fraction.
        package var real: Double? {
            switch object {
            case .real(let number): number
            case .integer(let number): Double(number)
            default: nil
            }
        }

        /// A date, in seconds since 2001-01-01.
        package var secondsSince2001: Double? {
            switch content("NS.time") {
            case .date(let seconds), .real(let seconds): seconds
            case .integer(let seconds): Double(seconds)
            default: nil
            }
        }

        /// The elements of a list; nil for any other value.
        package var elements: [Value?]? { indexes?.map { archive.value(at: $0) } }

        /// The number of elements of a list, as the property list states it; nil for any other value.
        package var elementCount: Int? { indexes?.count }

        private var indexes: [Int]? {
            guard own("NS.keys") == nil, case .array(let indexes) = content("NS.objects") else { return nil }
            return indexes
        }

        /// The value under a name: of a dictionary, or of an object of the app's own classes.
        package subscript(name: String) -> Value? {
            guard let keys = own("NS.keys"), let values = own("NS.objects") else { return own(name) }
            guard case .array(let keys) = keys.object, case .array(let values) = values.object else { return nil }
            return zip(keys, values).first { archive.value(at: $0.0)?.text == name }.flatMap { archive.value(at: $0.1) }
        }

        /// The names of all values that are not null.
        package var names: [String] {
            guard let keys = own("NS.keys"), let values = own("NS.objects") else {
                guard case .dictionary(let members) = object else { return [] }
                return members.filter {
                    $0.key != "$class" && !$0.key.hasPrefix("NS.") && archive.value(at: $0.value) != nil
                }.map(\.key)
            }
            guard case .array(let keys) = keys.object, case .array(let values) = values.object else { return [] }
            return zip(keys, values).filter { archive.value(at: $0.1) != nil }
                .compactMap { archive.value(at: $0.0)?.text }
        }

        /// A member of the object itself.
        private func own(_ name: String) -> Value? {
            guard case .dictionary(let members) = object, let index = members[name] else { return nil }
            return archive.value(at: index)
        }

        /// Returns the value that an object of Apple's has under a name; a plain value itself.
        private func content(_ name: String) -> BinaryPropertyList.Object? {
            guard case .dictionary = object else { return object }
            return own(name)?.object
        }
    }
}
