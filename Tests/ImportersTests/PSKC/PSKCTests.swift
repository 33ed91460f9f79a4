import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers

@Suite("Seed files of hardware tokens")
struct PSKCTests {
    /// A key with parts that a test replaces.
    private struct Key: CustomStringConvertible {
        var attributes = #"Id="id" Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:totp""#
        var head = "<Issuer>Acorn</Issuer><UserId>alice</UserId>"
        var parameters = #"<AlgorithmParameters><ResponseFormat Length="6" Encoding="DECIMAL"/></AlgorithmParameters>"#
        var data = "<Secret><PlainValue>MTIzNDU=</PlainValue></Secret>"

        var description: String { "<Key \(attributes)>\(head)\(parameters)<Data>\(data)</Data></Key>" }
    }

    private static func file(_ keys: String, device: String = "", start: String = #"Version="1.0""#) -> String {
        "<KeyContainer \(start)><KeyPackage><DeviceInfo>\(device)</DeviceInfo>\(keys)</KeyPackage></KeyContainer>"
    }

    private static func line(_ key: Key, device: String = "") throws -> [String] {
        try read(file("\(key)", device: device)).items.map(\.fieldsLine)
    }

    @Test(
        "Issuer and name are read from wherever the file has them",
        arguments: [
            ("<Issuer>Acorn</Issuer><UserId>alice</UserId><FriendlyName>x</FriendlyName>", "Acorn|alice"),
            ("<FriendlyName>door</FriendlyName><FriendlyName>x</FriendlyName>", "Maker|door"),
            ("<Issuer> </Issuer><UserId>\n</UserId>", "Maker|7"),
        ])
    func names(head: String, names: String) throws {
        let device = "<Manufacturer>Maker</Manufacturer><SerialNo>7</SerialNo><UserId>not this</UserId>"
        #expect(try Self.line(Key(head: head), device: device) == ["totp \(names) GEZDGNBV SHA1 6 30"])
    }

    @Test("The key's id is the last name")
    func id() throws {
        #expect(try Self.line(Key(head: "")) == ["totp |id GEZDGNBV SHA1 6 30"])
        let key = Key(attributes: #"KeyId="draft" KeyAlgorithm="urn:ietf:params:xml:ns:keyprov:pskc#hotp""#, head: "")
        #expect(try Self.line(key) == ["hotp |draft GEZDGNBV SHA1 6 0"])
    }

    @Test(
        "The form of one-time codes is read",
        arguments: [
            ("", "SHA1 6"), ("<ResponseFormat/>", "SHA1 6"), (#"<ResponseFormat Length="8"/>"#, "SHA1 8"),
            (#"<Suite>HMAC-SHA256</Suite><ResponseFormat Length="7" Format="decimal"/>"#, "SHA256 7"),
            (#"<Suite>HMAC-SHA512</Suite><ResponseFormat CheckDigits="false"/>"#, "SHA512 6"),
        ])
    func parameters(content: String, expected: String) throws {
        let elements = [
            "<AlgorithmParameters>\(content)</AlgorithmParameters>", "<Usage OTP=\"true\">\(content)</Usage>",
        ]
        for parameters in elements {
            #expect(try Self.line(Key(parameters: parameters)) == ["totp Acorn|alice GEZDGNBV \(expected) 30"])
        }
    }

    @Test(
        "Numbers are digits, their base64, or the base64 of an integer",
        arguments: [
            ("0", "0"), ("42", "42"), (" 7\n", "7"), ("NzA5Nzkx", "709791"), ("AAYxSg==", "405834"),
            ("AAAAAAAAAAE=", "1"), ("AAABAAAAAAE=", "1099511627777"), ("1234", "1234"), ("", "0"), ("AA==", "0"),
            ("TQ==", "77"), ("AQID", "66051"),
        ])
    func counters(text: String, counter: String) throws {
        let key = Key(
            attributes: #"Algorithm="x:hotp""#,
            data:
                "<Secret><PlainValue>MTIz\n NDU=</PlainValue></Secret><Counter><PlainValue>\(text)</PlainValue></Counter>"
        )
        #expect(try Self.line(key) == ["hotp Acorn|alice GEZDGNBV SHA1 6 \(counter)"])
        let interval = Key(data: key.data.replacing("Counter", with: "TimeInterval") + "<Time>x</Time>")
        if let period = Int(counter), 1...9_999 ~= period {
            #expect(try Self.line(interval) == ["totp Acorn|alice GEZDGNBV SHA1 6 \(period)"])
        }
    }

    @Test(
        "Codes that no app can generate are rejected",
        arguments: [
            (Key(attributes: #"Algorithm="x:ocra""#), .typeUnknown), (Key(attributes: ""), .typeUnknown),
            (Key(attributes: #"Algorithm="xhotp""#), .typeUnknown),
            (Key(parameters: #"<Usage><ResponseFormat Encoding="ALPHANUMERIC"/></Usage>"#), .typeUnknown),
            (Key(parameters: #"<Usage><ResponseFormat CheckDigits="1"/></Usage>"#), .fieldDamaged),
            (Key(parameters: #"<Usage><ResponseFormat CheckDigits="yes"/></Usage>"#), .fieldDamaged),
            (Key(parameters: #"<Usage><ResponseFormat Length="11"/></Usage>"#), .digitsOutOfRange),
            (Key(parameters: "<AlgorithmParameters><Suite>HMAC-SHA3</Suite></AlgorithmParameters>"), .algorithmUnknown),
            (Key(parameters: "<AlgorithmParameters><Suite>-</Suite></AlgorithmParameters>"), .algorithmUnknown),
            (Key(parameters: "<Usage><Suite>HMAC</Suite></Usage>"), .algorithmUnknown),
            (Key(data: ""), .secretMissing), (Key(data: "<Secret><PlainValue/></Secret>"), .secretMissing),
            (Key(data: "<Secret><PlainValue>*</PlainValue></Secret>"), .fieldDamaged),
            (Key(data: Key().data + "<TimeInterval><PlainValue>0</PlainValue></TimeInterval>"), .periodOutOfRange),
            (Key(data: Key().data + "<TimeInterval><PlainValue>AAA=</PlainValue></TimeInterval>"), .periodOutOfRange),
            // Also base64, but for its padding.
            (Key(data: Key().data + "<TimeInterval><PlainValue>1m</PlainValue></TimeInterval>"), .periodOutOfRange),
            (
                Key(
                    attributes: #"Algorithm="x:hotp""#,
                    data: Key().data + "<Counter><PlainValue>-1</PlainValue></Counter>"), .counterOutOfRange
            ),
            (
                Key(
                    attributes: #"Algorithm="x:hotp""#,
                    data: Key().data + "<Counter><PlainValue>//////////8=</PlainValue></Counter>"), .counterOutOfRange
            ),
        ] as [(Key, RejectionCode)])
    private func rejected(key: Key, code: RejectionCode) throws {
        #expect(try read(Self.file("\(key)\(Key())")).outcomes == [.rejected(code), .totp()])
    }

    @Test("The PIN of a token is skipped")
    func pin() throws {
        let document = try read(Self.file("\(Key())\(Key(attributes: #"Algorithm="x:pin""#))"))
        #expect(document.items.count == 1 && document.skipped.counts == [.noOneTimeCode: 1])
    }

    @Test(
        "Other versions are named",
        arguments: [file("\(Key())", start: #"Version="2.0""#), file("\(Key())<Key><Data Name=\"SECRET\"/></Key>")])
    func versions(text: String) {
        let failure = #expect(throws: SourceError.self) { try read(text) }
        #expect(failure?.code == .unsupportedVersion)
    }

    @Test("A package is limited, a file is not")
    func limits() throws {
        let limit = Limit.xmlElements
        // The package, its device, and the elements of the key.
        let others = 2 + "\(Key())".split(separator: "<").count { !$0.hasPrefix("/") }
        let elements = String(repeating: "<a/>", count: limit - others)
        #expect(try read(Self.file("\(Key())", device: elements)).items.count == 1)
        #expect(try read(Self.file("\(Key())</KeyPackage>\(elements)<a/><KeyPackage>")).items.count == 1)
        #expect(throws: SourceError(.limitExceeded, LimitMessage.xmlElements(limit))) {
            try read(Self.file("\(Key())", device: elements + "<a/>"))
        }
    }

    @Test(
        "It is recognized by its outermost element",
        arguments: [
            ("<KeyContainer/>", "pskc"), ("\u{FEFF}<?xml version='1.0'?>\n<!-- x --><a:KeyContainer x='y'>", "pskc"),
            ("<!-- <KeyContainer/> --><x/>", nil), ("<x><KeyContainer/></x>", nil), ("<KeyContainers/>", nil),
            ("<!DOCTYPE x [<!ENTITY a '>'>]>\n<KeyContainer", "pskc"), ("<!-- <KeyContainer/>", nil),
            ("<KeePassFile><KeyContainer/></KeePassFile>", "keepassxc"),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }
}
