import Encodings
import CryptoPrimitives
import Links
import Synchronization
import TOTPDomain

/// What must hold for every line that `validate` checks.
///
/// A call of the engine costs more than a link, so the lines of an input are checked and then mutated here, a thousand
/// times, by dice that the input gives: the same input is always the same lines.
struct LinkFuzz {
    private let checker: ChunkChecker
    private var workspace = LinkChecker.Workspace()

    /// Links that were checked in this process.
    static let count = Atomic<Int>(0)

    private static let mutations = 1_000

    init() { checker = ChunkChecker(checker: LinkChecker(), output: .report(JSONReport())) }

    mutating func run(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { Array($0.prefix(1 << 10)) }
        for line in lines { check(line) }
        var mutator = LinkMutator(bytes, lines: lines)
        for _ in 0..<Self.mutations { check(mutator.next()) }
        _ = Self.count.add(lines.count + Self.mutations, ordering: .relaxed)
        _ = checker.check(RecordChunk(bytes: bytes))
        _ = checker.check(RecordChunk(bytes: bytes, layout: .json))
        _ = checker.check(RecordChunk(bytes: bytes, layout: .csv(cell: 1, delimiter: UInt8(ascii: ","))))
        _ = checker.check(RecordChunk(bytes: bytes, layout: .jsonLines(member: "a")))
    }

    private mutating func check(_ line: [UInt8]) {
        var links: [(KeyURIScheme, [UInt8])] = []
        LinkRecords.forEachRecord(in: line.span, isJSON: LinkRecords.isJSON(line.span)) { record, link in
            if case .link(let scheme) = record.kind {
                links.append((scheme, link.withUnsafeBufferPointer { Array($0) }))
            }
            return true
        }
        for (scheme, link) in links { check(link, scheme) }
    }

    /// An error exactly if the reader refuses, and what is put right is right and the same account.
    private mutating func check(_ link: [UInt8], _ scheme: KeyURIScheme) {
        let verdict = checker.checker.check(link.span, scheme, &workspace)
        guard scheme.readAs != .migration else { return }
        let item = try? KeyURI.read(link.span, scheme: scheme).account
        guard (item != nil) == (verdict.rules.worst != .error) else { fatalError("the verdict is not the reader's") }
        guard let item, case .link(let text) = NormalForm(of: link.span) else { return }
        let fixed = Array(text.utf8)
        guard let again = try? KeyURI.read(fixed.span).account, again.secret == item.secret,
            again.parameters == item.parameters, again.pin == item.pin
        else { fatalError("the link that was put right is another account") }
        require(Self.code(of: item) == Self.code(of: again), "the link that was put right has the same codes")
        guard let found = KeyURIScheme.find(in: fixed.span) else { fatalError("what was put right is no link") }
        let right = checker.checker.check(fixed.span, found.scheme, &workspace)
        guard right.rules.worst != .error, right.fingerprints.secret == verdict.fingerprints.secret else {
            fatalError("the link that was put right is wrong")
        }
    }
}

extension LinkFuzz {
    private static func code(of item: Account) -> OTPCode? {
        try? OneTimeCodes().code(for: item, at: 1_111_111_109)
    }
}

/// Mutations of links: those of an input, and some that are right.
struct LinkMutator {
    private var lines: [[UInt8]]
    private var state: UInt64

    init(_ bytes: [UInt8], lines: [[UInt8]]) {
        self.lines = Self.links.map { Array($0.utf8) } + lines
        // FNV-1a.
        state = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// The next line: one of the lines with a few changes.
    mutating func next() -> [UInt8] {
        var line = lines[dice(lines.count)]
        for _ in 0...dice(4) { change(&line) }
        return line
    }

    private mutating func change(_ line: inout [UInt8]) {
        let place = dice(line.count + 1)
        let end = min(line.count, place + dice(12))
        switch dice(7) {
        case 0 where place < line.count: line[place] = UInt8(truncatingIfNeeded: dice(256))
        case 1 where place < line.count: line[place] ^= 1 << UInt8(dice(8))
        case 2: line.removeSubrange(place..<end)
        case 3: line.insert(contentsOf: line[place..<end], at: place)
        case 4:
            // The end of another line.
            let other = lines[dice(lines.count)]
            line.replaceSubrange(place..., with: other[dice(other.count + 1)...])
        default: line.insert(contentsOf: Self.pieces[dice(Self.pieces.count)].utf8, at: place)
        }
    }

    /// SplitMix64.
    private mutating func dice(_ count: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return Int(mixed.multipliedFullWidth(by: UInt64(count)).high)
    }

    private static let links = [
        "otpauth://totp/Acme:alice%40example.com?secret=OSADN5M3A7HQFKUQ675XIDQQTOUW5CCI&issuer=Acme",
        "otpauth://totp/Acme:bob?secret=OSADN5M3A7HQFKUQ&issuer=Acme&algorithm=SHA256&digits=8&period=60",
        "otpauth://hotp/zo%C3%AB?secret=OSAD%20N5M3%3D&counter=9007199254740993&issuer=Caf%C3%A9+Co",
        "otpauth://steam/Game:s?secret=OSADN5M3A7HQFKUQ675XIDQQ", "steam://OSADN5M3A7HQFKUQ675XIDQQ",
        "otpauth://totp/Game:s?secret=QEN5QTLX7QFJPTRP&encoder=steam&digits=5",
        "otpauth://totp/Steam:s?secret=QEN5QTLX",
        "otpauth://yaotp/u?secret=CLLNH6OKBSBXIPJC2JFQSRIPPK3QV5T6GAPT7BZMXY&pin=GU3TQNQ&pin_length=4",
        "motp://Acme:carol?secret=e3152afee62599c8&pin=GU3TQNQ",
        "QR-Code:OTPAUTH://TOTP/Acme:x?SECRET=osadn5m3&Digits=7",
        "otpauth-migration://offline?data=CgoKCGZvbw",
        "otpauth://totp/\u{E9}\u{1F98A}\u{A0}:a?secret=AAAAAAAA&icon=x#y",
    ]

    private static let pieces = [
        "&", "=", "?", "#", ":", "%", "+", "/", " ", "\0", "\r", "\u{FEFF}", "%3A", "%20", "%25", "%2B", "%00", "%FF",
        "%C3%A9", "%C2%A0", "%E3%80%80", "null", "otpauth://", "motp:", "steam://", "totp/", "hotp/", "yaotp/",
        "&secret=",
        "&issuer=", "&algorithm=", "&digits=", "&period=", "&counter=", "&pin=", "&encoder=steam", "&steam", "Steam",
        "SHA1", "HMAC-SHA-512", "MD5", "-1", "0", "6", "30", "2147484", "9223372036854775808", "\u{130}", "\u{3A3}",
    ]
}
