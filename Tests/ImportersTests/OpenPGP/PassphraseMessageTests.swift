import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import AppFormats
@testable import FormatEngine

@Suite("OpenPGP messages")
struct PassphraseMessageTests {
    @Test(
        "Packets of both formats are read, with lengths of every kind",
        arguments: [
            ("cb 02 61 62", [(11, 2)]), ("ac 02 61 62", [(11, 2)]), ("ad 0002 61 62", [(11, 2)]),
            ("ae 00000002 61 62", [(11, 2)]), ("af 61 62 63", [(11, 3)]), ("cb ff 00000001 61", [(11, 1)]),
            ("cb 00 d2 01 00", [(11, 0), (18, 1)]), ("cb e1 61 62 e0 63 01 64", [(11, 4)]), ("", []),
            ("cb c000" + String(repeating: "00", count: 192), [(11, 192)]),
        ] as [(String, [(UInt8, Int)])])
    func packets(bytes: String, expected: [(UInt8, Int)]) throws {
        let packets = try OpenPGPPacket.all(in: [UInt8](hex: bytes))
        #expect(packets.map(\.tag) == expected.map(\.0) && packets.map(\.body.count) == expected.map(\.1))
    }

    @Test(
        "Packets that are cut off, and bytes that are not packets, are refused",
        arguments: [
            "cb", "cb 01", "ac", "ad 00", "ad 0002 61", "cb ff 000000", "cb ff ffffffff 61", "cb c0", "cb e1 61 62",
            "cb fe 61", "7b 00", "cb 00 00",
        ])
    func damagedPackets(bytes: String) {
        #expect(throws: SourceError.self) { try OpenPGPPacket.all(in: [UInt8](hex: bytes)) }
    }

    @Test(
        "Armor is read with or without headers, checksum and end",
        arguments: [
            "\n\nAQID\n-----END PGP MESSAGE-----\n",
            "\nVersion: x\nComment: a: b\n\nAQID\n=abcd\n-----END PGP MESSAGE-----",
            "\r\n\r\nAQ\r\nID\r\n=abcd\r\n-----END", "\nAQID\n-----END", "\n\nAQID",
        ])
    func armor(rest: String) {
        let text = Array(" \n-----BEGIN PGP MESSAGE-----\(rest)".utf8)
        #expect(OpenPGPArmor.matches(text))
        #expect(OpenPGPArmor.decode(text) == [1, 2, 3])
    }

    @Test("Compression with bzip2; damage is noticed")
    func bzip2() throws {
        let packed = [UInt8](
            hex: """
                425a6839314159265359383af96e00000451800010400022820800200022bfd526342180b5be8d462311c2ee48a70a1207075f2dc0
                """)
        #expect(try PassphraseMessage.unpacked([3] + packed) == Array("a message\na message\na message\n".utf8))
        #expect(throws: SourceError.self) { try PassphraseMessage.unpacked([3] + packed.dropLast(8)) }
        #expect(throws: SourceError.self) { try PassphraseMessage.unpacked([4] + packed) }
    }

    @Test(
        "A session key that no passphrase opens is passed over",
        arguments: [
            "05 09 03 08 0102030405060708 60", "04 02 03 08 0102030405060708 60", "04 09 04 08 0102030405060708 60",
            "04 09 03 0b 0102030405060708 60",
        ])
    func unknownSessionKeys(body: String) throws {
        #expect(try OpenPGPSessionKey([UInt8](hex: body)) == nil)
    }

    @Test(
        "A session key that is cut off is damage",
        arguments: ["", "04", "0409", "040903", "04090308", "04090308 01", "04090108 01"])
    func damagedSessionKeys(body: String) {
        #expect(throws: SourceError.self) { try OpenPGPSessionKey([UInt8](hex: body)) }
    }

    // MARK: - Limits

    private static let damaged = SourceError(.corrupt, LimitMessage.openPGPPackets())

    @Test("As many packets as the limit are read, one more is damage")
    func packetLimit() throws {
        let limit = Limit.openPGPPackets, packet: [UInt8] = [0xCB, 0]
        #expect(try OpenPGPPacket.all(in: Array([[UInt8]](repeating: packet, count: limit).joined())).count == limit)
        #expect(throws: Self.damaged) {
            try OpenPGPPacket.all(in: Array([[UInt8]](repeating: packet, count: limit + 1).joined()))
        }
    }

    @Test("A message may have as many passphrases as the limit, and no more")
    func passphraseLimit() throws {
        let limit = Limit.sessionKeys
        let key = [UInt8](hex: "c3 0d 04 09 03 08 0102030405060708 60"), data: [UInt8] = [0xD2, 1, 1]
        _ = try PassphraseMessage([[UInt8]](repeating: key, count: limit).joined() + data)
        #expect(throws: SourceError(.limitExceeded, LimitMessage.sessionKeys(limit))) {
            try PassphraseMessage([[UInt8]](repeating: key, count: limit + 1).joined() + data)
        }
    }

    @Test("Compressed packets may be in each other as deep as the limit, and no deeper")
    func nestingLimit() throws {
        func nested(_ count: Int) -> [UInt8] {
            // The kind, an empty name, a time, and a text.
            (0..<count).reduce([0xCB, 7, 0x62, 0, 0, 0, 0, 0, 0x61]) { packet, _ in
                [0xC8, UInt8(packet.count + 1), 0] + packet
            }
        }
        #expect(try PassphraseMessage.file(in: nested(Limit.openPGPNesting)) == [0x61])
        #expect(throws: SourceError(.corrupt, LimitMessage.openPGPNesting())) {
            try PassphraseMessage.file(in: nested(Limit.openPGPNesting + 1))
        }
    }

    @Test(
        "A message may unpack to as many bytes as a file of an export, and no more",
        arguments: [Packing.deflate, .zlib])
    func unpackedLimit(packing: Packing) throws {
        let limit = Limit.exportMember, algorithm: UInt8 = packing == .deflate ? 1 : 2
        let zeros = [[UInt8]](repeating: [UInt8](repeating: 0, count: 1 << 20), count: limit >> 20)
        #expect(try PassphraseMessage.unpacked([algorithm] + packing.pack(zeros)).count == limit)
        let message = "the compressed data is larger than \(limit >> 20) MiB when unpacked"
        #expect(throws: SourceError(.limitExceeded, message)) {
            try PassphraseMessage.unpacked([algorithm] + packing.pack(zeros + [[0]]))
        }
    }

    @Test("Random bytes are hardly ever taken for a message")
    func randomBytes() {
        var generator = SeededGenerator(seed: 24)
        for first: UInt8 in [0x84, 0x85, 0xC1] {
            let taken = (0..<20_000).count { _ in OpenPGPMessage.matches([first] + generator.bytes(60)) }
            #expect(taken < 20)
        }
    }
}
