import Containers
import Encodings
import TOTPDomain

/// An XML element with its content. Names have no prefix: files use many, and drafts of the RFC other namespaces.
struct PSKCElement: Sendable {
    let name: String
    let attributes: [String: String]
    private(set) var text = ""
    private(set) var children: [PSKCElement] = []

    init(name: String, attributes: [String: String]) {
        self.name = Self.localName(name)
        self.attributes = Dictionary(
            attributes.map { (Self.localName($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    static func localName(_ name: String) -> String { name.split(separator: ":").last.map(String.init) ?? "" }

    mutating func add(text more: String) { text += more }
    mutating func add(_ child: PSKCElement) { children.append(child) }

    /// The first element at the end of a path of names.
    subscript(path: String...) -> PSKCElement? {
        var element: PSKCElement? = self
        for name in path { element = element?.children.first { $0.name == name } }
        return element
    }

    /// The first attribute of these names that is not empty.
    func attribute(_ names: String...) -> String {
        names.lazy.compactMap { attributes[$0]?.trimmingWhitespace }.first { !$0.isEmpty } ?? ""
    }

    /// Notes what looks like a part of an account, in attributes and in elements below, but not in encrypted values and
    /// in rules for the use of keys.
    func addUnread(known: Set<String>, to unread: inout UnreadParts) {
        for attribute in attributes.keys.sorted() where !known.contains(attribute) { unread.add(attribute) }
        for child in children where !["EncryptedValue", "ValueMAC", "Policy", "ChallengeFormat"].contains(child.name) {
            if !child.trimmedText.isEmpty, !known.contains(child.name) { unread.add(child.name) }
            child.addUnread(known: known, to: &unread)
        }
    }

    var trimmedText: String { text.trimmingWhitespace }

    /// The text as base64, which may be in several lines; nil if it is not.
    var base64: [UInt8]? { Base64.decode(text.utf8WithoutSpace) }
}

extension PSKCElement? {
    /// Without white space around it; "" if there is no such element.
    var text: String { self?.trimmedText ?? "" }
}
