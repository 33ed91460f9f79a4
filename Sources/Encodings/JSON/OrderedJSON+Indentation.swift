extension OrderedJSON {
    /// The text with each member and element on its own line, as apps write files that people may read.
    ///
    /// Strings are escaped as in ``utf8``. There is no line break at the end.
    ///
    /// - Parameter width: spaces per level.
    package func indented(by width: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes, indentedBy: width, depth: 0)
        return bytes
    }

    private func append(to bytes: inout [UInt8], indentedBy width: Int, depth: Int) {
        func startLine(_ depth: Int) {
            bytes.append(ASCII.newline)
            bytes += repeatElement(ASCII.space, count: width * depth)
        }
        switch self {
        case .array(let elements) where !elements.isEmpty:
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                startLine(depth + 1)
                element.append(to: &bytes, indentedBy: width, depth: depth + 1)
            }
            startLine(depth)
            bytes.append(UInt8(ascii: "]"))
        case .object(let members) where !members.isEmpty:
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                startLine(depth + 1)
                OrderedJSON.string(member.key).append(to: &bytes)
                bytes.append(ASCII.colon)
                bytes.append(ASCII.space)
                member.value.append(to: &bytes, indentedBy: width, depth: depth + 1)
            }
            startLine(depth)
            bytes.append(UInt8(ascii: "}"))
        case .null, .bool, .integer, .number, .string, .array, .object: append(to: &bytes)
        }
    }
}
