/// A JSON value whose members keep their order, and whose numbers keep every digit.
package enum OrderedJSON: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral
{
    case null
    case bool(Bool)
    /// A number that is written as a plain integer of 64 bits.
    case integer(Int64)
    /// Any other number, as it is written: `1.50`, `-0`, `1e400`.
    case number(String)
    case string(String)
    case array([OrderedJSON])
    case object([Member])

    package struct Member: Sendable, Hashable {
        package var key: String
        package var value: OrderedJSON

        package init(key: String, value: OrderedJSON) { (self.key, self.value) = (key, value) }
    }

    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }

    package static func integer(_ value: Int) -> OrderedJSON { .integer(Int64(value)) }

    /// An object of the members that have a value.
    package static func object(_ members: KeyValuePairs<String, OrderedJSON?>) -> OrderedJSON {
        .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
    }

    /// The members of an object; none of any other value.
    package var members: [Member] { if case .object(let members) = self { members } else { [] } }

    /// The value of a member: nil if this is not an object or has no such member. Setting nil removes the member;
    /// setting a new one adds it at the end; for a value that is not an object, setting does nothing.
    package subscript(name: String) -> OrderedJSON? {
        get { members.first { $0.key == name }?.value }
        set {
            guard case .object(var members) = self else { return }
            let index = members.firstIndex { $0.key == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(key: name, value: value))
            case (nil, nil): break
            }
            self = .object(members)
        }
    }

    /// The number of members of all objects in it.
    package var memberCount: Int {
        switch self {
        case .object(let members): members.reduce(members.count) { $0 + $1.value.memberCount }
        case .array(let elements): elements.reduce(0) { $0 + $1.memberCount }
        case .null, .bool, .integer, .number, .string: 0
        }
    }
}
