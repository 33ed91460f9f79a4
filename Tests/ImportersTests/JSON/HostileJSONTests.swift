import Encodings
import TOTPDomain
import Testing

@testable import Importers

/// An export of two good accounts, written so that anything can be put between them.
struct JSONExport: Sendable, CustomTestStringConvertible {
    let format: FormatID
    /// Up to the first account, and from behind the last one on.
    let head, tail: String
    /// The text before an account that has a name in the file itself.
    var key: @Sendable (Int) -> String = { _ in "" }
    let account: @Sendable (_ name: String) -> String

    var testDescription: String { format.rawValue }

    func text(_ entries: [String]) -> String {
        head + entries.enumerated().map { key($0) + $1 }.joined(separator: ",") + tail
    }

    /// In the order of detection.
    static let all = [
        JSONExport(format: "gnome-authenticator", head: "[", tail: "]") {
            #"{"secret":"JBSWY3DPEHPK3PXP","label":"\#($0)","type":"OTP","digits":6,"tags":["Acorn"]}"#
        },
        JSONExport(
            format: "2fauth", head: #"{"app":"2fauth_v5.6.0","schema":1,"datetime":"","data":["#, tail: "]}"
        ) { #"{"otp_type":"totp","account":"\#($0)","service":"Acorn","secret":"JBSWY3DPEHPK3PXP"}"# },
        JSONExport(format: "cotp", head: #"{"version":2,"elements":["#, tail: "]}") {
            #"{"secret":"JBSWY3DPEHPK3PXP","issuer":"Acorn","label":"\#($0)","type":"TOTP"}"#
        },
        JSONExport(format: "otpmanager", head: #"{"accounts":["#, tail: "]}") {
            #"{"secret":"JBSWY3DPEHPK3PXP","name":"\#($0)","issuer":"Acorn","type":"totp"}"#
        },
        JSONExport(format: "duo", head: "[", tail: "]") {
            #"{"name":"\#($0)","otpGenerator":{"otpSecret":"JBSWY3DPEHPK3PXP"},"pkey":"1"}"#
        },
        JSONExport(format: "json", head: #"{"format":"totp-import-items","version":1,"items":["#, tail: "]}\n") {
            #"{"type":"totp","issuer":"","name":"\#($0)","secret":"JBSWY3DPEHPK3PXP","algorithm":"SHA1","digits":6,"period":30}"#
        },
        JSONExport(format: "freeotp-plus", head: #"{"tokenOrder":["alice"],"tokens":["#, tail: "]}") {
            #"{"type":"TOTP","label":"\#($0)","secret":[1,-2,3],"algo":"SHA1","digits":6,"period":30,"counter":0}"#
        },
        JSONExport(
            format: "lastpass-authenticator", head: #"{"deviceId":"","version":3,"accounts":["#,
            tail: #"],"folders":[]}"#
        ) { #"{"issuerName":"","userName":"\#($0)","secret":"JBSWY3DPEHPK3PXP","timeStep":30,"digits":6}"# },
        JSONExport(format: "steam", head: #"{"accounts":{"#, tail: "}}", key: { #""\#($0)":"# }) {
            #"{"shared_secret":"AQIDBA==","account_name":"\#($0)"}"#
        },
    ]
}

@Suite("JSON exports, damaged and hostile")
struct HostileJSONTests {
    private static func names(_ document: ImportedDocument) -> [String] { document.items.map(\.name) }

    @Test("A text that is cut anywhere is a damaged file, never a shorter one", arguments: JSONExport.all)
    func cut(export: JSONExport) throws {
        let text = Array(export.text([export.account("alice"), export.account("bob")]).utf8)
        let end = try #require(text.lastIndex { !ASCII.isWhitespace($0) })
        let format = try #require(FormatRegistry.standard.format(export.format))
        for count in 1..<end {
            let content = SourceContent(Array(text.prefix(count)))
            let failure = #expect(throws: SourceError.self) { try format.read(ImportRequest(content: content)) }
            #expect(failure?.code == .corrupt)
            // From the first whole account on it is known whose file this is.
            if count * 2 > text.count { #expect(formatID(of: content.bytes) == export.format) }
        }
    }

    @Test("An export without accounts is read as empty", arguments: JSONExport.all)
    func empty(export: JSONExport) throws {
        let format = try #require(FormatRegistry.standard.format(export.format))
        let content = SourceContent(Array(export.text([]).utf8))
        if export.format != "steam" { #expect(try format.read(ImportRequest(content: content)).entries.isEmpty) }
        let another = FormatRegistry.standard.format(of: content)?.description.id
        #expect(another == nil || another == export.format)
    }

    @Test("A byte order mark, UTF-16 and spaces do not matter", arguments: JSONExport.all)
    func encodings(export: JSONExport) throws {
        let text = "\n \(export.text([export.account("Zoë")]))\r\n"
        let utf16: [UInt8] = text.utf16.flatMap { unit -> [UInt8] in
            [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
        }
        let samples: [[UInt8]] = [Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + utf16]
        for bytes in samples {
            let document = try read(bytes)
            #expect(document.format == export.format)
            #expect(Self.names(document) == ["Zoë"])
        }
    }
}
