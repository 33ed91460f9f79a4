import Encodings

extension HTMLPage {
    /// The page, which is read like a list of links, and the image of each QR code on it.
    static func readableParts(of page: [UInt8]) -> [[UInt8]] {
        let prefix = Array("data:image/png;base64,".utf8)
        // Text in front of an image has no quotation marks: names are escaped.
        let sources = page.split(separator: UInt8(ascii: "\"")).filter { $0.starts(with: prefix) }
        return [page] + sources.map { Base64.decode($0.dropFirst(prefix.count)) ?? [] }
    }
}
