import Encodings
import Foundation
import Testing

/// The QR codes and links on a page, in order.
struct PageContent {
    let links: [String]
    /// The content of each QR code.
    let codes: [String]

    init(_ page: [UInt8]) throws {
        let text = String(decoding: page, as: UTF8.self)
        links = Self.values(of: "href", in: text)
        let prefix = "data:image/png;base64,"
        codes = try Self.values(of: "src", in: text).map { source in
            #expect(source.hasPrefix(prefix))
            let png = try #require(Data(base64Encoded: String(source.dropFirst(prefix.count))))
            return try Drawings.texts(Array(png)).joined(separator: " ")
        }
    }

    private static func values(of attribute: String, in text: String) -> [String] {
        text.components(separatedBy: " \(attribute)=\"").dropFirst().map { rest in
            String(rest.prefix { $0 != "\"" }).replacing("&#39;", with: "'").replacing("&amp;", with: "&")
        }
    }
}
