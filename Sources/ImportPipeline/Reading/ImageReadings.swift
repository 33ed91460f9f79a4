import Encodings
import Images
import TOTPDomain

/// The content of an image file, as bytes: for an ``ImageMemory``.
///
/// Numbers have four bytes. Texts and lists have their number of elements before them, and what may be missing is a
/// list of one or none.
struct ImageReadings {
    typealias Outcome = Result<[ImageReader.PageReading], SourceError>

    let outcome: Outcome

    init(outcome: Outcome) { self.outcome = outcome }

    /// Nil for results that take no time to compute again, and for images that are drawn for a page.
    var bytes: [UInt8]? {
        switch outcome {
        case .success(let readings): guard readings.allSatisfy({ $0.picture == nil }) else { return nil }
        case .failure(let failure): guard failure.code == .imageDamaged else { return nil }
        }
        var packer = Packer(), outcome = outcome
        guard (try? packer.pack(&outcome)) != nil else { return nil }
        return packer.bytes
    }

    /// - Returns: nil for bytes of another form.
    init?(_ bytes: [UInt8]) {
        var packer = Packer(reading: bytes), outcome = Outcome.success([])
        guard (try? packer.pack(&outcome)) != nil, packer.isAtEnd else { return nil }
        self.outcome = outcome
    }
}

/// Goes through values in one order, to write them or to read them.
private struct Packer {
    private(set) var bytes: [UInt8] = []
    /// Nil if values are written.
    private var reader: ByteReader<Malformed>?

    private struct Malformed: Error {}

    /// Readings of versions before, which knew less of an image, had a 0 or a 2.
    private enum Kind { static let readings = 3, damaged = 1 }

    init() {}

    init(reading bytes: [UInt8]) { reader = ByteReader(bytes, .little, orThrow: Malformed()) }

    var isAtEnd: Bool { reader?.isAtEnd ?? true }

    mutating func pack(_ outcome: inout ImageReadings.Outcome) throws {
        var kind = if case .success = outcome { Kind.readings } else { Kind.damaged }
        try pack(&kind)
        switch kind {
        case Kind.readings:
            var readings: [ImageReader.PageReading] = []
            if case .success(let known) = outcome { readings = known }
            try pack(&readings, new: ImageReader.PageReading(scan: QRScanResult(payloads: []))) { try $0.pack(&$1) }
            guard !readings.isEmpty else { throw Malformed() }
            outcome = .success(readings)
        case Kind.damaged:
            var failure = SourceError(.imageDamaged, "")
            if case .failure(let known) = outcome { failure = known }
            var problem = failure.problem, advice = failure.advice
            try pack(&problem)
            try pack(&advice)
            outcome = .failure(SourceError(.imageDamaged, problem, advice))
        default: throw Malformed()
        }
    }

    private mutating func pack(_ reading: inout ImageReader.PageReading) throws {
        try packOptional(&reading.page, new: 0) { try $0.pack(&$1) }
        try pack(&reading.hasImage)
        var isOverBlack = reading.background == .black
        try pack(&isOverBlack)
        reading.background = isOverBlack ? .black : .white
        try packOptional(&reading.damage, new: "") { try $0.pack(&$1) }
        try pack(&reading.hasAllRows)
        try pack(&reading.remedy)
        try pack(&reading.scan.unread)
        try pack(&reading.scan.incomplete)
        try pack(&reading.scan.hasSigns)
        try pack(&reading.scan.hasSmall)
        try pack(&reading.scan.unreadPlaces, new: []) { try $0.pack(&$1) }
        try pack(&reading.scan.payloads, new: QRPayload(bytes: [], corners: [], engine: "", variant: "")) {
            try $0.pack(&$1.bytes)
            try $0.pack(&$1.corners)
            try $0.pack(&$1.otherPlaces, new: []) { try $0.pack(&$1) }
            try $0.pack(&$1.engine)
            try $0.pack(&$1.variant)
        }
    }

    private mutating func pack(_ corners: inout [QRPayload.Point]) throws {
        try pack(&corners, new: QRPayload.Point(x: 0, y: 0)) {
            try $0.pack(&$1.x)
            try $0.pack(&$1.y)
        }
    }

    private mutating func pack(_ advice: inout Advice?) throws {
        var text = advice?.description
        try packOptional(&text, new: "") { try $0.pack(&$1) }
        if reader != nil { advice = text.map { .text($0) } }
    }

    // MARK: - Parts

    private mutating func pack(_ number: inout Int) throws {
        if let read = try reader?.integer(UInt32.self) {
            number = Int(Int32(bitPattern: read))
        } else {
            bytes += UInt32(bitPattern: Int32(clamping: number)).bytes(.little)
        }
    }

    private mutating func pack(_ flag: inout Bool) throws {
        var number = flag ? 1 : 0
        try pack(&number)
        guard 0...1 ~= number else { throw Malformed() }
        flag = number == 1
    }

    private mutating func pack(_ content: inout [UInt8]) throws {
        if let read = try reader?.block(UInt32.self) {
            content = Array(read)
        } else {
            var count = content.count
            try pack(&count)
            bytes += content
        }
    }

    private mutating func pack(_ text: inout String) throws {
        var content = Array(text.utf8)
        try pack(&content)
        guard let valid = String(validating: content, as: UTF8.self) else { throw Malformed() }
        text = valid
    }

    /// - Parameter new: an element to be read.
    private mutating func pack<Element>(
        _ list: inout [Element], new: Element, _ pack: (inout Self, inout Element) throws -> Void
    ) throws {
        var count = list.count
        try self.pack(&count)
        // Each element has at least one byte.
        if let reader { guard 0...reader.remaining ~= count else { throw Malformed() } }
        for index in 0..<count {
            if reader != nil { list.append(new) }
            try pack(&self, &list[index])
        }
    }

    private mutating func packOptional<Element>(
        _ value: inout Element?, new: Element, _ pack: (inout Self, inout Element) throws -> Void
    ) throws {
        var list = value.map { [$0] } ?? []
        try self.pack(&list, new: new, pack)
        guard list.count <= 1 else { throw Malformed() }
        value = list.first
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

    package init(id: [UInt8], secret: [UInt8]) { (self.id, self.secret) = (id, secret) }
}
