import CYAML
import Encodings

/// YAML as a stream of events, from untrusted bytes, whose number the caller limits.
package enum YAMLEvents {
    package struct Event: Sendable {
        package let kind: Kind
        /// From 1.
        package let line: Int
        package let hasAnchor: Bool
        /// "" without a tag.
        package let tag: String
    }

    package enum Kind: Sendable {
        case documentStart, documentEnd, listStart, listEnd, mapEnd, alias
        case mapStart(isInBrackets: Bool)
        /// - Parameter isPlain: whether it is not in quotes, and not a block.
        case text([UInt8], isPlain: Bool)
    }

    /// - Parameters:
    ///   - text: UTF-8.
    ///   - damaged: makes the error of a line, from 1, and of what libyaml says of it.
    ///   - body: called for each event in document order; an error that it throws ends the reading.
    package static func read<Failure: Error>(
        _ text: [UInt8], damaged: (_ line: Int, _ problem: String) -> Failure,
        _ body: (Event) throws(Failure) -> Void
    ) throws(Failure) {
        if text.isEmpty { return }
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        defer { parser.deallocate() }
        guard yaml_parser_initialize(parser) != 0 else { throw damaged(1, "not enough memory") }
        defer { yaml_parser_delete(parser) }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        try text.withUnsafeBufferPointer { bytes throws(Failure) in
            yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
            while true {
                var event = yaml_event_t()
                guard yaml_parser_parse(parser, &event) != 0 else {
                    throw damaged(
                        line(of: parser.pointee, in: text), parser.pointee.problem.map { String(cString: $0) } ?? "")
                }
                defer { yaml_event_delete(&event) }
                if event.type == YAML_STREAM_END_EVENT { return }
                if let event = Event(event) { try body(event) }
            }
        }
    }

    /// The line of a problem; for a text in quotes or a name without an end, the line where it starts.
    private static func line(of parser: yaml_parser_t, in text: [UInt8]) -> Int {
        if parser.error == YAML_READER_ERROR {
            return text.prefix(Int(parser.problem_offset)).count { $0 == ASCII.newline } + 1
        }
        let context = parser.context.map { String(cString: $0) } ?? ""
        let isOpen = ["while scanning a quoted scalar", "while scanning a simple key"].contains(context)
        return Int(isOpen ? parser.context_mark.line : parser.problem_mark.line) + 1
    }
}

extension YAMLEvents.Event {
    /// nil for the start of the stream.
    fileprivate init?(_ event: yaml_event_t) {
        var anchor, tag: UnsafeMutablePointer<yaml_char_t>?
        switch event.type {
        case YAML_DOCUMENT_START_EVENT: kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
        case YAML_ALIAS_EVENT: kind = .alias
        case YAML_SEQUENCE_END_EVENT: kind = .listEnd
        case YAML_MAPPING_END_EVENT: kind = .mapEnd
        case YAML_SEQUENCE_START_EVENT:
            (anchor, tag) = (event.data.sequence_start.anchor, event.data.sequence_start.tag)
            kind = .listStart
        case YAML_MAPPING_START_EVENT:
            (anchor, tag) = (event.data.mapping_start.anchor, event.data.mapping_start.tag)
            kind = .mapStart(isInBrackets: event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE)
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            (anchor, tag) = (scalar.anchor, scalar.tag)
            kind = .text(
                Array(UnsafeBufferPointer(start: scalar.value, count: scalar.length)),
                isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
        default: return nil
        }
        line = Int(event.start_mark.line) + 1
        hasAnchor = anchor != nil
        self.tag = tag.map { String(cString: $0) } ?? ""
    }
}
