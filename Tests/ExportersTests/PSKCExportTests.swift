import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import TokenFormats

@Suite("PSKC, written")
struct PSKCExportTests {
    private static func accounts() throws -> [Account] {
        [
            try .sample(issuer: "A & B", name: "<alice>"),
            try .sample(.hotp, issuer: "", name: "bob", algorithm: .sha512, digits: 8, counter: 7),
            try .sample(issuer: "Oak", name: " ", algorithm: .sha256, period: 60),
        ]
    }

    @Test("One package per account, with the manufacturer only where readers do not take it for the issuer")
    func document() throws {
        let export = try PSKCExport().write(.plain(try Self.accounts()))
        let algorithm = "urn:ietf:params:xml:ns:keyprov:pskc"
        let secret = "<Secret><PlainValue>SGVsbG8hBx8AAQIDBAUGBw==</PlainValue></Secret>"
        #expect(
            export.text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <KeyContainer Version="1.0" xmlns="\(algorithm)" xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" \
                xmlns:xenc11="http://www.w3.org/2009/xmlenc11#" \
                xmlns:pkcs5="http://www.rsasecurity.com/rsalabs/pkcs/schemas/pkcs-5v2-0#">
                <KeyPackage><DeviceInfo><Manufacturer>totp-import</Manufacturer><SerialNo>1</SerialNo></DeviceInfo>\
                <Key Id="1" Algorithm="\(algorithm):totp"><Issuer>A &amp; B</Issuer><AlgorithmParameters>\
                <ResponseFormat Length="6" Encoding="DECIMAL"/></AlgorithmParameters>\
                <FriendlyName>A &amp; B: &lt;alice&gt;</FriendlyName><Data>\(secret)\
                <TimeInterval><PlainValue>30</PlainValue></TimeInterval></Data><UserId>&lt;alice&gt;</UserId></Key></KeyPackage>
                <KeyPackage><DeviceInfo><SerialNo>2</SerialNo></DeviceInfo>\
                <Key Id="2" Algorithm="\(algorithm):hotp"><AlgorithmParameters><Suite>sha512</Suite>\
                <ResponseFormat Length="8" Encoding="DECIMAL"/></AlgorithmParameters><FriendlyName>bob</FriendlyName>\
                <Data>\(secret)<Counter><PlainValue>7</PlainValue></Counter></Data><UserId>bob</UserId></Key></KeyPackage>
                <KeyPackage><DeviceInfo><Manufacturer>totp-import</Manufacturer><SerialNo>3</SerialNo></DeviceInfo>\
                <Key Id="3" Algorithm="\(algorithm):totp"><Issuer>Oak</Issuer><AlgorithmParameters>\
                <Suite>sha256</Suite><ResponseFormat Length="6" Encoding="DECIMAL"/></AlgorithmParameters><Data>\(secret)\
                <TimeInterval><PlainValue>60</PlainValue></TimeInterval></Data></Key></KeyPackage>
                </KeyContainer>

                """)
        #expect(export.lossCodes == ["2 name"] && export.leftOut.isEmpty)
        #expect(export.losses.map(\.what) == ["PSKC will show it as \"Oak: 3\""])
    }

    @Test("A prefix is part of each serial number and id, also where readers show it as the name")
    func prefix() throws {
        var request = ExportRequest.plain(try Self.accounts())
        request.options.serialPrefix = "site-2."
        let export = try PSKCExport().write(request)
        for number in 1...3 {
            #expect(export.text.contains("<SerialNo>site-2.\(number)</SerialNo>"))
            #expect(export.text.contains("<Key Id=\"site-2.\(number)\""))
        }
        #expect(export.losses.map(\.what) == ["PSKC will show it as \"Oak: site-2.3\""])
    }

    @Test("PSKC does not store every detail")
    func losses() throws {
        let items = [
            try Account.sample(name: "a\u{7}b", note: "a note", tags: ["a"], isFavorite: true), try .sample(.steam),
            try .sample(.motp, secret: [1], pin: "1234"), try .sample(.yandex), try .sample(algorithm: .md5),
        ]
        let export = try PSKCExport().write(.plain(items))
        #expect(export.lossCodes.sorted() == ["0 favorite", "0 name", "0 note", "0 tags"])
        #expect(
            export.leftOutCodes == [
                "1 type-not-supported", "2 type-not-supported", "3 type-not-supported", "4 algorithm-not-supported",
            ])
    }

    @Test(
        "Encrypted, only the secrets are hidden; --pskc-compatible uses what every server knows",
        arguments: [false, true])
    func encrypted(isCompatible: Bool) throws {
        let items = try Self.accounts()
        var request = ExportRequest.encrypted(items)
        request.options.isCompatible = isCompatible
        let export = try PSKCExport().write(request)
        let parts =
            isCompatible
            ? ["#hmac-sha1\"", "#aes128-cbc\"", "<KeyLength>16<", "<IterationCount>100000<"]
            : ["#hmac-sha256\"", "#aes256-cbc\"", "<KeyLength>32<", "<IterationCount>600000<"]
        for part in parts + ["<Counter><PlainValue>7<"] { #expect(export.text.contains(part), "\(part)") }
        #expect(!export.text.contains("SGVsbG8h"))
        #expect(export.text.split(separator: "<ValueMAC>").count == items.count + 1)
        let entries = try RoundTripTests.read(export.bytes, isEncrypted: true)
        let secrets = entries.compactMap { if case .item(let item) = $0 { item.secret } else { nil } }
        #expect(secrets == items.map(\.secret))
        // A MAC of each value: no changed byte of it goes unnoticed.
        let content = SourceContent(Array(export.text.replacing("<ValueMAC>", with: "<ValueMAC>AAAA").utf8))
        #expect(throws: SourceError.wrongPassphrase) {
            try PSKCFormat().read(ImportRequest(content: content, passphrase: TargetAccounts.passphrase))
        }
    }
}
