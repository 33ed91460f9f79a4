import Encodings

/// Comparisons of a text with the text that was written from it: unchanged parts have the same bytes.
extension JSONValue {
    /// Whether all members except those named are the same in both, in the same order.
    func hasSameMembers(as written: JSONValue, except names: String...) -> Bool {
        func others(_ object: JSONValue) -> [WrittenMember] {
            object.writtenMembers.filter { member in !names.contains { member.isNamed($0) } }
        }
        let old = others(self), new = others(written)
        return kind == .object && written.kind == .object && old.count == new.count
            && zip(old, new).allSatisfy { $0.name == $1.name && $0.value.source == $1.value.source }
    }

    /// Whether a list has these elements, followed by this many more.
    func isStart(of written: JSONValue, added: Int) -> Bool {
        let old = writtenElements, new = written.writtenElements
        return kind == .array && written.kind == .array && new.count == old.count + added
            && zip(old, new).allSatisfy { $0.source == $1.source }
    }
}
