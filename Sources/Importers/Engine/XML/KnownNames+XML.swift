import Encodings
import TOTPDomain

/// Elements and attributes of XML, without their prefixes.
extension KnownNames {
    /// - Parameters: names, separated by spaces.
    ///   - opaque: elements in which all names are another program's.
    ///   - single: elements that are read once in their parent.
    package init(
        _ elements: StaticString, attributes: StaticString, opaque: StaticString = "", single: StaticString = ""
    ) {
        self.init([
            elements: .known, attributes: .attribute, opaque: [.known, .opaque], single: [.known, .single],
        ])
    }

    package func knows(_ element: String) -> Bool { roles(of: element).contains(.known) }

    /// The attributes of an element that are not known and not empty.
    package func unread(of attributes: [String: String]) -> [String] {
        attributes.filter { name, value in !roles(of: name).contains(.attribute) && !value.isBlank }.keys.sorted()
    }

    /// Adds what is not read in a record to the names of a file, each once. `entries` is 0 for what is outside of the
    /// entries.
    package func addUnread(in record: XMLElement, to unread: inout UnreadNames, entries: Int = 1) {
        var names: [String] = []
        collect(from: record, &names)
        var seen: Set<String> = []
        for name in names where seen.insert(name).inserted {
            unread.add(raw: name, entries: entries)
        }
    }

    /// The depth of XML, and the number of elements, are limited.
    private func collect(from element: XMLElement, _ names: inout [String]) {
        let roles = roles(of: element.name)
        if !roles.contains(.known), !element.isEmpty { names.append(element.name) }
        names += unread(of: element.attributes)
        if roles.contains(.opaque) { return }
        var texts: [String: String] = [:]
        for child in element.children {
            collect(from: child, &names)
            if self.roles(of: child.name).contains(.single),
                let other = texts.updateValue(child.trimmedText, forKey: child.name), other != child.trimmedText
            {
                names.append(child.name)
            }
        }
    }
}

extension XMLElement {
    /// Whether there is nothing in it.
    fileprivate var isEmpty: Bool { trimmedText.isEmpty && attributes.isEmpty && children.isEmpty }
}
