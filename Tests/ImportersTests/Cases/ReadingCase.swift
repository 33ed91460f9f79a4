import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import AppFormats
@testable import Importers

/// An input and what is read of it, from a file of `Fixtures/cases`, whose README has their form.
struct ReadingCase: Sendable, CustomTestStringConvertible {
    /// A line `key: text`, in which the names of texts are replaced by the texts.
    struct Field: Sendable {
        let key: String
        let lines: [[UInt8]]
        let line: Int

        var bytes: [UInt8] { Array(lines.joined(separator: [UInt8(ascii: "\n")])) }
        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// The name of the file, and the line of the title or the row.
    let file: String
    let line: Int
    let title: String
    let fields: [Field]

    var testDescription: String { "\(file):\(line): \(title)" }

    func location(_ line: Int) -> SourceLocation {
        let url = Self.folder.appending(path: file)
        return SourceLocation(fileID: "cases/\(file)", filePath: url.file, line: line, column: 1)
    }

    static let folder = FixtureFolder.package.appending(path: "Fixtures/cases")

    static let files = ((try? FixtureFolder.files(below: folder)) ?? [])
        .filter { $0.pathExtension == "cases" && Thoroughness.concerns($0.deletingPathExtension().lastPathComponent) }

    /// Every case, except those of a file with a mistake, which has a test of its own.
    static let all = files.flatMap { (try? cases(in: $0)) ?? [] }

    static func cases(in url: URL) throws -> [ReadingCase] {
        try CaseParser.cases(
            in: String(decoding: FixtureFolder.bytes(url), as: UTF8.self), file: url.lastPathComponent)
    }

    // MARK: - The input

    static let inputKeys: Set<String> = [
        "text", "fixture", "set", "replace", "replace last", "passphrase", "columns", "secret encoding", "most entries",
        "kdf memory", "kdf time", "from", "decrypted from", "file name", "folder", "beside",
    ]

    private func field(_ key: String) -> Field? { fields.first { $0.key == key } }

    func input() throws -> [UInt8] {
        var input = field("text")?.bytes ?? []
        if let name = field("fixture")?.text {
            input = try FixtureFolder.bytes(FixtureFolder.package.appending(path: "Fixtures/\(name)"))
        }
        for field in fields {
            guard let (old, new) = field.sides else { continue }
            switch field.key {
            case "set":
                let value = new == Array("absent".utf8) ? nil : new
                let patched = JSONPatch.set(String(decoding: old, as: UTF8.self), to: value, in: input)
                input = try #require(patched, "no such member", sourceLocation: location(field.line))
            case "replace", "replace last":
                let ranges = input.ranges(of: old)
                try #require(!ranges.isEmpty, "no such text", sourceLocation: location(field.line))
                for range in ranges.reversed().prefix(field.key == "replace" ? ranges.count : 1) {
                    input.replaceSubrange(range, with: new)
                }
            default: break
            }
        }
        return input
    }

    func read(_ input: [UInt8]) throws -> ImportedDocument {
        var limits = ImportLimits.derivingNothing
        if let most = try number("most entries") { limits.entries = most }
        if let memory = try number("kdf memory") { limits.keyDerivationMemory = memory << 20 }
        if let seconds = try number("kdf time") { limits.keyDerivationSeconds = seconds }
        let passphrase = field("passphrase")?.text
        let columns = try field("columns").map { try TableColumns($0.text) }
        let encoding = try field("secret encoding").map { try #require(SecretEncoding(rawValue: $0.text)) }
        if let name = field("decrypted from")?.text {
            let read = try #require(Self.contents[name])
            return try read(input)
        }
        if let format = field("from") {
            let format = try #require(FormatRegistry.standard.format(FormatID(rawValue: format.text)))
            return try format.read(
                ImportRequest(
                    content: SourceContent(input), passphrase: passphrase.map { Passphrase($0) }, limits: limits,
                    siblings: siblings, columns: columns, secretEncoding: encoding))
        }
        return try ImportersTests.read(
            input, passphrase: passphrase, limits: limits, siblings: siblings, columns: columns,
            secretEncoding: encoding)
    }

    private func number(_ key: String) throws -> Int? { try field(key).map { try #require(Int($0.text)) } }

    private var siblings: SiblingFiles {
        var beside: [String: [UInt8]] = [:]
        for field in fields where field.key == "beside" {
            if let (name, bytes) = field.sides { beside[String(decoding: name, as: UTF8.self)] = bytes }
        }
        let name = field("file name")?.text ?? "", folder = field("folder")?.text ?? ""
        return SiblingFiles(name: name, folder: folder) { [beside] name in beside[name] }
    }

    /// What is behind the passphrase of a file whose key derivation is slow.
    private static let contents: [String: @Sendable ([UInt8]) throws -> ImportedDocument] = [
        "cloudotp": { try CloudOTPFormat().document(of: $0, ImportLimits()) },
        "2faguard": { try TwoFAGuardFormat().document(of: $0, ImportLimits()) },
    ]
}

extension ReadingCase.Field {
    static let separators = ["set": " = ", "replace": " => ", "replace last": " => ", "beside": " => "]

    /// The two texts of `set: member = value`, `replace: text => text` and the like; nil for other fields.
    var sides: (old: [UInt8], new: [UInt8])? {
        guard let separator = Self.separators[key] else { return nil }
        // The new text may be empty.
        let whole = bytes + Array(" ".utf8)
        guard let range = whole.firstRange(of: Array(separator.utf8)) else { return nil }
        return (Array(whole[..<range.lowerBound]), Array(whole[range.upperBound...].dropLast()))
    }
}
