import CLibXML2
import Encodings
import Platform
import TOTPDomain

/// XML as a stream of events, from untrusted bytes.
///
/// A document type is refused before parsing: no export has a document type, and its entities can be used for attacks.
/// Depth and attributes are limited, and nothing is downloaded.
package enum XMLEvents {
    package enum Event: Sendable, Hashable {
        case start(name: String, attributes: [String: String])
        /// Text between two tags; may come in pieces, which may be joined.
        case text(String)
        case end(name: String)
    }

    package static let maximumDepth = Limit.xmlDepth

    /// - Parameters:
    ///   - text: UTF-8, whatever the XML declaration says.
    ///   - limitsMarks: whether texts are for people, so that their combining marks are limited; false where texts are
    ///     written again as they are.
    ///   - body: called for each event in document order; an error that it throws ends the reading.
    /// - Throws: ``SourceError`` with `corrupt`, `limit-exceeded`, or errors of `body`.
    package static func read(
        _ text: [UInt8], limitsMarks: Bool = true, _ body: (Event) throws(SourceError) -> Void
    ) throws(SourceError) {
        guard !mentionsDocumentType(text) else {
            throw SourceError(.corrupt, "the XML has a document type, which no export has")
        }
        guard let count = Int32(exactly: text.count) else {
            throw SourceError(.limitExceeded, "the XML is larger than 2 GiB")
        }
        guard UTF8Text.isValid(text.span) else { throw SourceError(.corrupt, "the XML is not UTF-8", .exportAgain) }
        try limitAttributes(text.span)
        let outcome = text.withUnsafeBytes { bytes -> Result<Void, SourceError> in
            let options =
                XML_PARSE_NONET.rawValue | XML_PARSE_HUGE.rawValue | XML_PARSE_NOCDATA.rawValue
                | XML_PARSE_IGNORE_ENC.rawValue
            guard
                let reader = xmlReaderForMemory(
                    bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count, nil, "UTF-8", Int32(options))
            else { return .failure(SourceError(.limitExceeded, "not enough memory for the XML")) }
            defer { xmlFreeTextReader(reader) }
            // libxml2 would print messages otherwise.
            xmlTextReaderSetErrorHandler(reader, { _, _, _, _ in }, nil)
            return Result { () throws(SourceError) in try run(reader, limitsMarks, body) }
        }
        try outcome.get()
    }

    /// Searches for its exclamation mark, which is rare: a search for the whole word is slow in long texts.
    private static func mentionsDocumentType(_ text: [UInt8]) -> Bool {
        let rest = Array("!DOCTYPE".utf8)
        return text.withUnsafeBytes { text in
            var at = 1
            while at < text.count, let start = text.baseAddress,
                let found = memchr(start + at, Int32(UInt8(ascii: "!")), text.count - at)
            {
                at = start.distance(to: found)
                if text[at - 1] == UInt8(ascii: "<"), text[at...].starts(with: rest) { return true }
                at += 1
            }
            return false
        }
    }

    /// libxml2 compares every attribute of an element with every other attribute.
    private static func limitAttributes(_ text: Span<UInt8>) throws(SourceError) {
        let limit = Limit.xmlAttributes
        var tags = XMLTags()
        while let tag = tags.next(in: text) {
            guard tag.attributes <= limit else {
                throw SourceError(.limitExceeded, "an element of the XML has more than \(limit) attributes")
            }
        }
    }

    private static func run(
        _ reader: xmlTextReaderPtr, _ limitsMarks: Bool, _ body: (Event) throws(SourceError) -> Void
    ) throws(SourceError) {
        // For all texts: a text may be in pieces, with comments or elements between them.
        var marks = CombiningMarks()
        while true {
            switch xmlTextReaderRead(reader) {
            case 0: return
            case 1: break
            default:
                let line = xmlTextReaderGetParserLineNumber(reader)
                throw SourceError(.corrupt, "the XML is damaged near line \(line)", .exportAgain)
            }
            guard xmlTextReaderDepth(reader) < maximumDepth else {
                throw SourceError(.limitExceeded, "the XML is nested deeper than \(maximumDepth) levels")
            }
            switch UInt32(xmlTextReaderNodeType(reader)) {
            case XML_READER_TYPE_ELEMENT.rawValue:
                let name = text(xmlTextReaderConstName(reader))
                let isEmpty = xmlTextReaderIsEmptyElement(reader) == 1
                try body(.start(name: name, attributes: attributes(reader)))
                if isEmpty { try body(.end(name: name)) }
            case XML_READER_TYPE_END_ELEMENT.rawValue: try body(.end(name: text(xmlTextReaderConstName(reader))))
            case XML_READER_TYPE_TEXT.rawValue, XML_READER_TYPE_CDATA.rawValue,
                XML_READER_TYPE_SIGNIFICANT_WHITESPACE.rawValue, XML_READER_TYPE_WHITESPACE.rawValue:
                let text = plain(xmlTextReaderConstValue(reader))
                try body(.text(limitsMarks ? marks.limited(text) : text))
            case XML_READER_TYPE_ENTITY_REFERENCE.rawValue, XML_READER_TYPE_DOCUMENT_TYPE.rawValue:
                throw SourceError(.corrupt, "the XML uses entities, which no export does")
            default: break
            }
        }
    }

    private static func attributes(_ reader: xmlTextReaderPtr) -> [String: String] {
        var attributes: [String: String] = [:]
        while xmlTextReaderMoveToNextAttribute(reader) == 1 {
            attributes[text(xmlTextReaderConstName(reader))] = text(xmlTextReaderConstValue(reader))
        }
        xmlTextReaderMoveToElement(reader)
        return attributes
    }

    private static func text(_ pointer: UnsafePointer<xmlChar>?) -> String { plain(pointer).limitingMarks }

    private static func plain(_ pointer: UnsafePointer<xmlChar>?) -> String {
        pointer.map { String(cString: $0) } ?? ""
    }
}
