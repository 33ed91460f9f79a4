import AppFormats
import Encodings
import TOTPDomain

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What Ente stores with an account: JSON in the parameter `codeDisplay` of its link.
struct EnteDisplay: Decodable {
    private var pinned: Lenient<Bool>?
    private var trashed: Lenient<Bool>?
    private var note: LenientText?
    private var tags: Lenient<[Lenient<String>]>?

    /// Adds note, tags and the favorite mark to the account; nothing else changes.
    static func annotate(_ link: Span<UInt8>, _ parts: KeyURIParts, _ item: inout TOTPItem) -> String? {
        guard let range = parts.codeDisplay else { return nil }
        let text = PercentCoding.decode(link, range, plusIsSpace: true).trimmingWhitespace
        if text.isEmpty || text == "null" { return nil }
        guard let display = try? JSONDecoder().decode(EnteDisplay.self, from: Data(text.utf8)) else {
            return "its codeDisplay is damaged: note, tags and favorite mark were not imported"
        }
        let note = display.note.orEmpty
        item.note = note.isBlank ? nil : note
        item.tags = (display.tags.value() ?? []).compactMap { $0.value?.trimmingWhitespace }.filter { !$0.isEmpty }
        item.isFavorite = display.pinned.value() ?? false
        return display.trashed.value() == true ? "in Ente's trash; imported anyway" : nil
    }

    /// Whether any link of a text has the parameter.
    static func occurs(in content: SourceContent) -> Bool {
        LinkListReader.hasLink(in: content) { link, scheme in
            scheme == .otpauth && KeyURIParts(link, scheme: scheme).codeDisplay != nil
        }
    }
}
