/// The position of an entry in its source: `line 12`, `page 2, code 1`, `code 2, entry 3`. All numbers count from 1.
package struct EntryPosition: Sendable, Hashable, CustomStringConvertible {
    /// The attachment of a login that has the entry: `Webshop/qr.png`.
    package var attachment: String?
    /// The page of a file with several images.
    package var page: Int?
    /// The QR code in an image, in reading order.
    package var code: Int?
    /// The line of a text.
    package var line: Int?
    /// The entry of a structured file, or of one Google Authenticator code.
    package var entry: Int?

    package init(page: Int? = nil, code: Int? = nil, line: Int? = nil, entry: Int? = nil) {
        (self.page, self.code, self.line, self.entry) = (page, code, line, entry)
    }

    package var description: String {
        let numbers = [("page", page), ("code", code), ("line", line), ("entry", entry)]
            .compactMap { name, number in number.map { "\(name) \($0)" } }
        return ([attachment].compactMap(\.self) + numbers).joined(separator: ", ")
    }
}
