import Encodings
import TOTPDomain

/// The content of an image file, as bytes: for an ``ImageMemory``.
///
/// Numbers have four bytes. Texts and lists have their number of elements before them.
struct ImageReadings {
    let outcome: Result<[ImageReader.PageReading], SourceError>

    init(outcome: Result<[ImageReader.PageReading], SourceError>) { self.outcome = outcome }

    /// Readings of versions before, which knew less of an image, had a 0 or a 2.
    private enum Kind { static let readings = 3, damaged = 1 }

    /// Nil for results that take no time to compute again, and for images that are drawn for a page.
    var bytes: [UInt8]? {
        var writer = Writer()
        switch outcome {
        case .success(let readings):
            guard readings.allSatisfy({ $0.picture == nil }) else { return nil }
            writer.add(Kind.readings)
            writer.add(readings) { $0.add($1) }
        case .failure(let failure):
            guard failure.code == .imageDamaged else { return nil }
            writer.add(Kind.damaged)
            writer.add(failure.problem)
            writer.add(failure.advice?.description) { $0.add($1) }
        }
        return writer.bytes
    }

    /// - Returns: nil for bytes of another form.
    init?(_ bytes: [UInt8]) {
        var reader = Reader(bytes, .little, orThrow: Malformed())
        do throws(Malformed) {
            switch try reader.number() {
            case Kind.readings:
                let readings = try reader.list { reader throws(Malformed) in try reader.reading() }
                guard !readings.isEmpty else { return nil }
                outcome = .success(readings)
            case Kind.damaged:
                let problem = try reader.text()
                outcome = .failure(SourceError(.imageDamaged, problem, try reader.advice()))
            default: return nil
            }
        } catch { return nil }
        guard reader.isAtEnd else { return nil }
    }
}

private struct Malformed: Error {}

// MARK: - Writing

private struct Writer {
    var bytes: [UInt8] = []

    mutating func add(_ number: Int) { bytes += UInt32(bitPattern: Int32(clamping: number)).bytes(.little) }

    mutating func add(_ content: [UInt8]) {
        add(content.count)
        bytes += content
    }

    mutating func add(_ text: String) { add(Array(text.utf8)) }

    mutating func add<Element>(_ list: [Element], _ write: (inout Self, Element) -> Void) {
        add(list.count)
        for element in list { write(&self, element) }
    }

    /// As a list of one or none.
    mutating func add<Element>(_ value: Element?, _ write: (inout Self, Element) -> Void) {
        add(value.map { [$0] } ?? [], write)
    }

    mutating func add(_ corners: [QRPayload.Point]) {
        add(corners) {
            $0.add($1.x)
            $0.add($1.y)
        }
    }

    mutating func add(_ reading: ImageReader.PageReading) {
        add(reading.page) { $0.add($1) }
        add(reading.hasImage ? 1 : 0)
        add(reading.background == .black ? 1 : 0)
        add(reading.damage) { $0.add($1) }
        add(reading.hasAllRows ? 1 : 0)
        add(reading.remedy?.description) { $0.add($1) }
        add(reading.scan.unread)
        add(reading.scan.incomplete)
        add(reading.scan.hasSigns ? 1 : 0)
        add(reading.scan.hasSmall ? 1 : 0)
        add(reading.scan.unreadPlaces) { $0.add($1) }
        add(reading.scan.payloads) { writer, payload in
            writer.add(payload.bytes)
            writer.add(payload.corners)
            writer.add(payload.otherPlaces) { $0.add($1) }
            writer.add(payload.engine)
            writer.add(payload.variant)
        }
    }
}

// MARK: - Reading

private typealias Reader = ByteReader<Malformed>

extension ByteReader<Malformed> {
    fileprivate mutating func number() throws(Malformed) -> Int { Int(Int32(bitPattern: try integer())) }

    fileprivate mutating func content() throws(Malformed) -> [UInt8] { Array(try block(UInt32.self)) }

    fileprivate mutating func text() throws(Malformed) -> String {
        guard let text = String(validating: try content(), as: UTF8.self) else { throw Malformed() }
        return text
    }

    fileprivate mutating func list<Element>(
        _ read: (inout Self) throws(Malformed) -> Element
    ) throws(Malformed) -> [Element] {
        let count = try count(UInt32.self)
        // Each element has at least one byte.
        guard count <= remaining else { throw Malformed() }
        var list: [Element] = []
        for _ in 0..<count { list.append(try read(&self)) }
        return list
    }

    private mutating func optional<Element>(
        _ read: (inout Self) throws(Malformed) -> Element
    ) throws(Malformed) -> Element? {
        let list = try list(read)
        guard list.count <= 1 else { throw Malformed() }
        return list.first
    }

    fileprivate mutating func advice() throws(Malformed) -> Advice? {
        try optional { reader throws(Malformed) in try reader.text() }.map { .text($0) }
    }

    private mutating func flag() throws(Malformed) -> Bool {
        switch try number() {
        case 0: false
        case 1: true
        default: throw Malformed()
        }
    }

    private mutating func corners() throws(Malformed) -> [QRPayload.Point] {
        try list { reader throws(Malformed) in
            QRPayload.Point(x: try reader.number(), y: try reader.number())
        }
    }

    private mutating func places() throws(Malformed) -> [[QRPayload.Point]] {
        try list { reader throws(Malformed) in try reader.corners() }
    }

    private mutating func payload() throws(Malformed) -> QRPayload {
        let (bytes, corners, otherPlaces) = (try content(), try corners(), try places())
        var payload = QRPayload(bytes: bytes, corners: corners, engine: try text(), variant: try text())
        payload.otherPlaces = otherPlaces
        return payload
    }

    fileprivate mutating func reading() throws(Malformed) -> ImageReader.PageReading {
        let page = try optional { reader throws(Malformed) in try reader.number() }
        let (hasImage, isOverBlack) = (try flag(), try flag())
        let damage = try optional { reader throws(Malformed) in try reader.text() }
        let hasAllRows = try flag()
        let remedy = try advice()
        let (unread, incomplete) = (try number(), try number())
        let (hasSigns, hasSmall, unreadPlaces) = (try flag(), try flag(), try places())
        let payloads = try list { reader throws(Malformed) in try reader.payload() }
        return ImageReader.PageReading(
            page: page,
            scan: QRScanResult(
                payloads: payloads, unread: unread, incomplete: incomplete, unreadPlaces: unreadPlaces,
                hasSigns: hasSigns, hasSmall: hasSmall),
            background: isOverBlack ? .black : .white, hasImage: hasImage, damage: damage, hasAllRows: hasAllRows,
            remedy: remedy)
    }
}

/// Remembers the contents of images, so that an interrupted run need not scan them again.
///
/// Images are recognized by their bytes, not by their names. The remembered contents include secrets, and must be
/// readable only to those who have the image.
package protocol ImageMemory: Sendable {
    /// A key that only those can make who have the bytes; nil if it cannot be made.
    func key(of bytes: [UInt8]) -> ImageKey?

    /// Returns the content stored for an image with the same bytes; nil for an unknown image.
    func content(for key: ImageKey) -> [UInt8]?

    func keep(_ content: [UInt8], for key: ImageKey)
}

/// The name of an image in an ``ImageMemory``, and the key that decrypts its stored content.
package struct ImageKey: Sendable {
    package var id: [UInt8]
    package var secret: [UInt8]

    package init(id: [UInt8], secret: [UInt8]) {
        self.id = id
        self.secret = secret
    }
}
