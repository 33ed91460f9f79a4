import TOTPDomain
import Testing

@testable import Importers

/// A line of an outcome: what a reading has as a list of texts, and how it is compared.
struct CaseCheck {
    enum Relation: String, CaseIterable { case equals = "", has, once, starts, ends, lacks, each, count }

    let relation: Relation
    private let told: (CaseReading) throws -> [String]

    /// - Parameter key: `warnings`, or `warnings has`; nil if it is not known.
    init?(key: String) {
        let relation = Relation.allCases.last { key.hasSuffix(" \($0.rawValue)") } ?? .equals
        let name = relation == .equals ? key : String(key.dropLast(relation.rawValue.count + 1))
        guard let told = CaseReading.outcomes[name] else { return nil }
        (self.relation, self.told) = (relation, told)
    }

    /// - Returns: what is wrong; nil if nothing is.
    func problem(of reading: CaseReading, expected field: ReadingCase.Field) throws -> String? {
        let texts = try told(reading)
        var expected = field.lines.map { String(decoding: $0, as: UTF8.self) }
        let part = field.text
        let isRight: Bool
        switch relation {
        case .equals:
            expected = expected == ["none"] ? [] : expected.isEmpty ? [""] : expected
            isRight = texts == expected
        case .has: isRight = texts.contains { $0.contains(part) }
        case .once: isRight = texts.count { $0.contains(part) } == 1
        case .starts: isRight = texts.contains { $0.hasPrefix(part) }
        case .ends: isRight = texts.contains { $0.hasSuffix(part) }
        case .lacks: isRight = !texts.contains { $0.contains(part) }
        case .each: isRight = texts.allSatisfy { $0.contains(part) }
        case .count: isRight = "\(texts.count)" == part
        }
        return isRight ? nil : "\(field.key) is \(texts), expected \(expected)"
    }
}

/// An input and what became of it.
struct CaseReading {
    let input: [UInt8]
    /// Nil if the case is only about the format.
    let result: Result<ImportedDocument, any Error>?
    private let read: ([UInt8]) throws -> ImportedDocument

    struct NotRead: Error {}

    private var document: ImportedDocument {
        get throws { if let result { try result.get() } else { throw NotRead() } }
    }

    private var failure: (any Error)? {
        if case .failure(let error)? = result { error } else { nil }
    }

    /// The outcomes that do not need a reading.
    static let aboutFormat: Set<String> = ["detected", "candidates", "recognizers"]

    /// What a case can tell of a reading, as a list of texts.
    static let outcomes: [String: @Sendable (CaseReading) throws -> [String]] = [
        "detected": { [formatID(of: $0.input)?.rawValue].compactMap { $0 } },
        "candidates": { reading in
            FormatRegistry.standard.candidates(for: SourceContent(reading.input)).map(\.description.id.rawValue)
        },
        "recognizers": { reading in
            let content = SourceContent(reading.input)
            return FormatRegistry.standard.formats.filter { $0.recognizes(content) }.map(\.description.id.rawValue)
        },
        "format": { [try $0.document.format.rawValue] },
        "accounts": { try $0.document.items.map(\.fieldsLine) },
        "labels": { try $0.document.items.map(\.label) },
        "issuers": { try $0.document.items.map(\.issuer) },
        "names": { try $0.document.items.map(\.name) },
        "secrets": { try $0.document.items.map(\.secret.base32) },
        "tags": { try $0.document.items.map { $0.tags.joined(separator: ",") } },
        "notes": { try $0.document.items.map { $0.note ?? "no note" } },
        "favorites": { try $0.document.items.map { $0.isFavorite ? "yes" : "no" } },
        "entries": { try $0.document.entries.map(parameters) },
        "rejected": { try $0.document.rejections.map(\.code.rawValue) },
        "rejected labels": { try $0.document.rejections.map(\.label) },
        "places": { try $0.document.rejections.map(\.position.description) },
        "reasons": { try $0.document.rejections.map(\.reason) },
        "problems": { try $0.document.rejections.map(\.problem) },
        "warnings": { try $0.document.warnings.map(\.message) },
        "warning problems": { try $0.document.warnings.map(\.problem) },
        "unread": { try $0.document.unread.names.map(\.name) },
        "skipped": { reading in
            let counts = try reading.document.skipped.counts
            return SkipReason.allCases.compactMap { reason in counts[reason].map { "\($0) \(reason.rawValue)" } }
        },
        "migration parts": { try $0.document.migrationParts.map { "\($0)" } },
        "named links": { ["\(try $0.document.namedLinks.count)"] },
        "leftovers": { try $0.document.leftovers.all.map { "\($0.kind)" } },
        "leftover problems": { try $0.document.leftovers.warnings.map(\.problem) },
        "newer version": { try [$0.document.newerVersion.map { "\($0)" }].compactMap { $0 } },
        "tokens": { reading in
            try reading.document.items.map { item in
                let token = item.token
                return [token?.serial, token?.manufacturer, token?.model, token?.user].map { $0 ?? "-" }
                    .joined(separator: " ")
            }
        },
        "records": { ["\(try $0.document.records)"] },
        "error": { [code(of: $0.failure)].compactMap { $0 } },
        "message": { [($0.failure as? SourceError)?.message].compactMap { $0 } },
        "cut": { reading in
            reading.input.indices.dropFirst().map { reading.told(of: Array(reading.input[..<$0])) }.distinct
        },
        "tampered": { try TamperedFile(bytes: $0.input, read: $0.read).problems() },
    ]

    private static func code(of failure: (any Error)?) -> String? {
        (failure as? SourceError)?.code.rawValue ?? (failure is NotRecognised ? "not-recognized" : nil)
    }

    /// The code of the error of other bytes, or the accounts and the rejections that they give.
    private func told(of bytes: [UInt8]) -> String {
        do {
            let entries = try read(bytes).entries.map { entry in
                if case .item(let item) = entry { item.fieldsLine } else { Self.parameters(entry) }
            }
            return entries.isEmpty ? "nothing" : entries.joined(separator: " + ")
        } catch { return Self.code(of: error) ?? "\(error)" }
    }

    /// `totp SHA1 6 30`, or the code of the rejection.
    private static func parameters(_ entry: ImportedEntry) -> String {
        switch entry {
        case .rejected(let rejection): rejection.code.rawValue
        case .item(let item): item.parametersLine
        }
    }

    init(_ item: ReadingCase) throws {
        let input = try item.input()
        self.input = input
        read = item.read
        let keys = item.fields.map(\.key).filter { !ReadingCase.inputKeys.contains($0) }
        let isAboutFormat = keys.allSatisfy { key in Self.aboutFormat.contains { key.hasPrefix($0) } }
        result = isAboutFormat ? nil : Result { try item.read(input) }
    }
}
