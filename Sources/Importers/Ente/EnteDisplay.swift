import Encodings
import TOTPDomain

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What Ente keeps beside an account: JSON in the parameter `codeDisplay` of its link.
struct EnteDisplay: Decodable {
    private var pinned: Lenient<Bool>?
    private var trashed: Lenient<Bool>?
    private var note: LenientText?
    private var tags: Lenient<[Lenient<String>]>?

    /// Puts note, tags and the pin into the account; what the link says of it does not change.
    static func annotate(_ link: Span<UInt8>, _ parts: KeyURIParts, _ item: inout TOTPItem) -> String? {
        guard let range = parts.codeDisplay else { return nil }
        let text = PercentCoding.decode(link, range, plusIsSpace: true).trimmingWhitespace
        if text.isEmpty || text == "null" { return nil }
        guard let display = try? JSONDecoder().decode(EnteDisplay.self, from: Data(text.utf8)) else {
            return "its codeDisplay is damaged: note, tags and pin are not taken over"
        }
        let note = display.note.orEmpty
        item.note = note.trimmingWhitespace.isEmpty ? nil : note
        item.tags = (display.tags.value() ?? []).compactMap { $0.value?.trimmingWhitespace }.filter { !$0.isEmpty }
        item.isFavorite = display.pinned.value() ?? false
        return display.trashed.value() == true ? "it lies in Ente's trash, and was taken over all the same" : nil
    }

    /// Whether any link of a text has the parameter.
    static func stands(in content: SourceContent) -> Bool {
        LinkListReader.hasLink(in: content) { link, scheme in
            scheme == .otpauth && KeyURIParts(link, scheme: scheme).codeDisplay != nil
        }
    }
}
