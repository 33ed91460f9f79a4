import Encodings
import TOTPDomain

/// The images of a file with several JPEG images, CIPA DC-007: stereo images, panoramas, and images that phones add to
/// photos.
enum MultiPicture {
    /// Returns where further images are, except images that show the first image again: thumbnails, and gain maps,
    /// which most phones add.
    ///
    /// - Returns: the places of the images, and how many more there may be.
    static func further(_ bytes: [UInt8]) -> (pictures: [Range<Int>], others: Int) {
        guard let start = index(of: bytes) else { return ([], 0) }
        let order: ByteOrder
        switch bytes[start..<min(bytes.count, start + 4)] {
        case [0x49, 0x49, 0x2A, 0x00]: order = .little
        case [0x4D, 0x4D, 0x00, 0x2A]: order = .big
        default: return ([], 0)
        }
        func number(_ place: Int) -> Int? { bytes.integer(UInt32.self, at: start + place, order).map(Int.init) }
        guard let directory = number(4), let count = bytes.integer(UInt16.self, at: start + directory, order) else {
            return ([], 0)
        }
        var entries: (count: Int, place: Int)?
        for field in 0..<Int(count) {
            let place = directory + 2 + 12 * field
            guard let tag = bytes.integer(UInt16.self, at: start + place, order), let length = number(place + 4),
                let value = number(place + 8)
            else { return ([], 0) }
            if tag == Self.entries { entries = (length / Self.entryLength, value) }
        }
        guard let entries else { return ([], 0) }
        var pictures: [Range<Int>] = [], starts: Set<Int> = [], isWrong = false
        for entry in 1..<max(1, min(entries.count, Limit.imageFrames)) {
            let place = entries.place + Self.entryLength * entry
            guard let attribute = number(place), let length = number(place + 4), let offset = number(place + 8)
            else { break }
            let picture = min(bytes.count, start + offset)..<min(bytes.count, start + offset + length)
            let type = attribute & 0xFF_FFFF
            guard starts.insert(picture.lowerBound).inserted, isPicture(type) else { continue }
            if bytes[picture].starts(with: Self.signature) {
                if !isGainMap(bytes[picture]) { pictures.append(picture) }
            } else if picture.lowerBound < bytes.count {
                isWrong = true
            } else if type >> 16 == 2 {
                // Programs that make photos smaller keep their list, without the images that phones added. An image
                // that consists of several is not one of these: if it is missing, the file is cut off.
                pictures.append(picture)
            }
        }
        if isWrong {
            // Some programs write wrong offsets from the third image on.
            for place in Self.starts(in: bytes) where starts.insert(place).inserted {
                if !isGainMap(bytes[place...]) { pictures.append(place..<bytes.count) }
            }
            pictures.sort { $0.lowerBound < $1.lowerBound }
        }
        return (pictures, max(0, entries.count - Limit.imageFrames))
    }

    /// The starts of images that come right after the end of another image.
    private static func starts(in bytes: [UInt8]) -> [Int] {
        bytes.span.withUnsafeBufferPointer { bytes in
            var starts: [Int] = [], place = 2
            while place + 3 < bytes.count, starts.count < Limit.imageFrames {
                if bytes[place] == 0xFF, bytes[place + 1] == 0xD8, bytes[place + 2] == 0xFF, bytes[place - 2] == 0xFF,
                    bytes[place - 1] == 0xD9
                {
                    starts.append(place)
                }
                place += 1
            }
            return starts
        }
    }

    private static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

    /// The tag of the list of images, and the bytes of an entry in it.
    private static let entries = 0xB002, entryLength = 16

    /// By the code of the type: a class, then a kind.
    private static func isPicture(_ type: Int) -> Bool {
        let thumbnails = 1, gainMap = 5
        return ![thumbnails, gainMap].contains(type >> 16)
    }

    /// Whether the image says how bright another image is. Phones give these images no type.
    private static func isGainMap(_ picture: ArraySlice<UInt8>) -> Bool {
        let names = [
            "http://ns.adobe.com/hdr-gain-map/1.0/", "http://ns.apple.com/HDRGainMap/1.0/",
            "urn:iso:std:iso:ts:21496:-1",
        ]
        return JPEGSegments(Array(picture.prefix(1 << 17))).contains { segment in
            segment.isOfApp && names.contains { segment.body.firstRange(of: Array($0.utf8)) != nil }
        }
    }

    /// The start of the index, from which offsets count.
    private static func index(of bytes: [UInt8]) -> Int? {
        let name = Array("MPF\0".utf8)
        return JPEGSegments(bytes).first { $0.marker == 0xE2 && $0.body.starts(with: name) }
            .map { $0.body.startIndex + name.count }
    }
}

/// The segments of a JPEG before its pixels.
struct JPEGSegments: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var start = 2

    struct Segment {
        let marker: UInt8
        let body: ArraySlice<UInt8>

        var isOfApp: Bool { 0xE0...0xEF ~= marker }
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Segment? {
        while start <= bytes.count - 4, bytes[start] == 0xFF {
            let marker = bytes[start + 1]
            if marker == 0xFF {
                start += 1
                continue
            }
            // Pixels start at the start of scan.
            if marker == 0xDA || marker == 0xD9 { return nil }
            guard let length = bytes.integer(UInt16.self, at: start + 2, .big).map(Int.init) else { return nil }
            let end = start + 2 + length
            guard length >= 2, end <= bytes.count else { return nil }
            defer { start = end }
            return Segment(marker: marker, body: bytes[(start + 4)..<end])
        }
        return nil
    }
}
