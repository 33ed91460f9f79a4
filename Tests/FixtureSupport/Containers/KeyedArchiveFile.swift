/// A value as `NSKeyedArchiver` writes it.
package indirect enum ArchivedValue: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral
{
    case null
    case number(Int64)
    case real(Double)
    case text(String)
    case data([UInt8])
    /// Text and data as objects of a class.
    case textObject(String)
    case dataObject([UInt8])
    /// Seconds since 2001.
    case date(Double)
    case list([ArchivedValue])
    case dictionary([String: ArchivedValue])
    /// An object of a class of the app's own, with its members.
    case object([String: ArchivedValue])
    /// The object with a number, whatever it is.
    case reference(Int)

    package init(stringLiteral text: String) { self = .text(text) }
    package init(integerLiteral number: Int64) { self = .number(number) }
    package init(arrayLiteral elements: ArchivedValue...) { self = .list(elements) }

    /// The file. Numbers are members of their object; everything else is an object of its own.
    package func archived() -> [UInt8] {
        var archiver = Archiver()
        let root = archiver.add(self)
        return archiver.bytes(root: root)
    }
}

private struct Archiver {
    /// The objects of the property list, including the objects of the archive.
    private var objects: [PropertyListFile.Object] = []
    private var names: [String: Int] = [:]
    private var archived: [Int] = []

    init() { archived = [put(.text("$null"))] }

    private mutating func put(_ object: PropertyListFile.Object) -> Int {
        objects.append(object)
        return objects.count - 1
    }

    private mutating func name(_ text: String) -> Int {
        if let index = names[text] { return index }
        let index = put(.text(text))
        names[text] = index
        return index
    }

    /// The number of a new object of the archive.
    mutating func add(_ value: ArchivedValue) -> Int {
        switch value {
        case .null: return 0
        case .reference(let number): return number
        default: break
        }
        let index = plain(value)
        archived.append(index)
        return archived.count - 1
    }

    /// The index of a value in the property list.
    private mutating func plain(_ value: ArchivedValue) -> Int {
        switch value {
        case .null, .reference: return put(.uid(add(value)))
        case .number(let number): return put(.integer(number))
        case .real(let number): return put(.real(number))
        case .text(let text): return put(.text(text))
        case .data(let bytes): return put(.data(bytes))
        case .textObject(let text): return dictionary(["NS.string": put(.text(text))])
        case .dataObject(let bytes): return dictionary(["NS.data": put(.data(bytes))])
        case .date(let seconds): return dictionary(["NS.time": put(.real(seconds))])
        case .list(let elements): return dictionary(["NS.objects": references(elements)])
        case .dictionary(let members):
            let members = members.sorted { $0.key < $1.key }
            let keys = references(members.map { .text($0.key) })
            return dictionary(["NS.keys": keys, "NS.objects": references(members.map(\.value))])
        case .object(let members):
            var indexes: [String: Int] = [:]
            for (name, member) in members.sorted(by: { $0.key < $1.key }) { indexes[name] = reference(member) }
            return dictionary(indexes)
        }
    }

    private mutating func reference(_ value: ArchivedValue) -> Int {
        switch value {
        case .number, .real: return plain(value)
        default:
            let number = add(value)
            return put(.uid(number))
        }
    }

    private mutating func references(_ values: [ArchivedValue]) -> Int {
        var indexes: [Int] = []
        for value in values {
            let number = add(value)
            indexes.append(put(.uid(number)))
        }
        return put(.list(indexes))
    }

    private mutating func dictionary(_ members: [String: Int]) -> Int {
        let members = members.sorted { $0.key < $1.key }
        let keys = members.map { name($0.key) }
        return put(.dictionary(keys: keys, values: members.map(\.value)))
    }

    mutating func bytes(root: Int) -> [UInt8] {
        let top = dictionary(["root": put(.uid(root))])
        let list = put(.list(archived))
        let document = dictionary(["$top": top, "$objects": list, "$archiver": put(.text("NSKeyedArchiver"))])
        var file = PropertyListFile(objects)
        file.root = document
        return file.bytes()
    }
}
