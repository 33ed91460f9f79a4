import Exporters
import Foundation
import Testing

/// The QR codes and links on a page, in order.
struct PageContent {
    let links: [String]
    /// The content of each QR code.
    let codes: [String]

    init(_ page: [UInt8]) throws {
        links = String(decoding: page, as: UTF8.self).components(separatedBy: " href=\"").dropFirst().map { rest in
            String(rest.prefix { $0 != "\"" }).replacing("&#39;", with: "'").replacing("&amp;", with: "&")
        }
        let parts = HTMLExport().readableParts(of: page)
        #expect(parts.first == page)
        codes = try parts.dropFirst().map { try Drawings.texts($0).joined(separator: " ") }
    }
}
