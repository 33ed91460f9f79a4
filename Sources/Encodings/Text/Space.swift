extension Unicode.Scalar {
    /// ASCII white space, the no-break space and the ideographic space: characters that people type around a value.
    package var isSpace: Bool {
        self == "\u{A0}" || self == "\u{3000}" || (isASCII && ASCII.isWhitespace(UInt8(value)))
    }
}

extension String {
    /// Without space (see ``Swift/Unicode/Scalar/isSpace``) on both ends.
    package var trimmingWhitespace: String {
        guard let first = unicodeScalars.first, let last = unicodeScalars.last, first.isSpace || last.isSpace else {
            return self
        }
        let head = unicodeScalars.drop(while: \.isSpace)
        guard let end = head.lastIndex(where: { !$0.isSpace }) else { return "" }
        return String(head[...end])
    }

    /// Whether it is empty or nothing but space.
    package var isBlank: Bool { unicodeScalars.allSatisfy(\.isSpace) }

    /// The UTF-8 without ASCII white space: the digits of a value that is written in groups.
    package var utf8WithoutSpace: [UInt8] { utf8.filter { !ASCII.isWhitespace($0) } }
}
