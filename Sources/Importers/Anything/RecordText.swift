import Encodings
import FormatEngine
import Links
import TOTPDomain

/// The text of records as JSON, whatever the notation of the file.
package enum RecordText {
    /// JSON as it is; YAML, TOML with tables and INI as JSON; nil for any other text.
    ///
    /// - Throws: ``SourceError`` with `unrecognised` and the line for YAML, TOML and INI that is not read.
    package static func json(of content: SourceContent) throws(SourceError) -> [UInt8]? {
        try content.derived { JSONOfRecords(of: content) }.text.get()
    }

    /// TOML and INI as JSON; nil for any other text, and for settings of which some are secrets by their names.
    fileprivate static func tables(in text: [UInt8]) throws(NotationRefusal) -> [UInt8]? {
        let start = text.count <= Limit.yaml ? TOMLText.start(of: text) : nil, settings = EnvText(text)
        guard start != nil || settings?.hasSections == true,
            settings.map({ EnvList($0.settings).hasSecrets }) != true
        else { return nil }
        if let start {
            do throws(NotationRefusal) { return try TOMLText(text).json } catch {
                // A title may be in settings of other programs.
                if start == .list { throw error }
            }
        }
        guard let settings, settings.hasSections else { return nil }
        return try INIText.json(of: settings.settings)
    }

    /// The same, of YAML or of a list in JSON that a format knows by its members.
    ///
    /// - Parameter marks: texts without which it is not the format's.
    package static func json(of content: SourceContent, having marks: StaticString...) -> [UInt8]? {
        // Its start tells most texts.
        guard content.kind == .text, content.jsonOutline.map({ $0.shape == .array }) ?? YAMLText.mayBe(content.text),
            marks.allSatisfy({ content.text.span.firstIndex(of: Array("\($0)".utf8)) != nil })
        else { return nil }
        return (try? json(of: content)) ?? nil
    }

    /// Whether a text that cannot be read has a line with a name and a secret, so that its problem is worth a message.
    static func hasSecret(_ text: [UInt8]) -> Bool {
        var lines = TextLines()
        while let line = lines.next(in: text.span) {
            let content = text[line.range].drop { $0 == ASCII.space || $0 == ASCII.hyphen }
            guard content.count < Limit.csvName, let (name, value) = ListBlocks.field(content) else { continue }
            let isKey = AccountPart(named: name)?.isKey == true
            if VariableName(name).isStrong || isKey && SecretEvidence.isConvincingAlone(LineAccount.unquoted(value)) {
                return true
            }
        }
        return false
    }
}

/// What ``RecordText/json(of:)`` returns, made once for all formats that ask.
private struct JSONOfRecords: Sendable {
    let text: Result<[UInt8]?, SourceError>

    init(of content: SourceContent) {
        text = Result { () throws(SourceError) in
            do throws(NotationRefusal) {
                if content.kind == .text, let json = try RecordText.tables(in: content.text) { return json }
                guard content.jsonOutline == nil else { return content.text }
                guard content.kind == .text, YAMLText.mayBe(content.text) else { return nil }
                if content.text.count <= Limit.yaml { return try YAMLText(content.text).json }
            } catch { throw SourceError(.unrecognised, "line \(error.line): \(error.reason)", error.advice) }
            throw SourceError(.limitExceeded, "its YAML is longer than \(Limit.yaml >> 20) MiB, the limit", "split it")
        }
    }
}

/// Where a text of settings has something that is not read, and never guessed.
struct NotationRefusal: Error {
    /// From 1.
    let line: Int
    let reason: String
    var advice: Advice?
}
