import CDeflate
import Encodings
import Images

// Image files, apart from their pixels: texts that no program shows, and the end of the format.
//
// Pixels that are not compressed are left out, for they may look like anything.

extension BesideImages {
    /// - Parameters:
    ///   - hidden: the parts that may have text.
    ///   - end: where the format ends; nil if that is uncertain.
    private init(_ bytes: [UInt8], hidden: [ArraySlice<UInt8>], end: Int?) {
        self.init(hidden: hidden)
        if let end {
            if bytes.data(from: end) != nil { leftovers.add(.data) }
        } else {
            leftovers.add(.unclearEnd)
        }
    }

    static func ofPNG(_ bytes: [UInt8]) -> BesideImages {
        var hidden: [ArraySlice<UInt8>] = [], chunk = 8, end: Int?
        var room = mostUnpacked
        while end == nil, let length = bytes.integer(UInt32.self, at: chunk, .big) {
            let body = min(bytes.count, chunk + 8)..<min(bytes.count, chunk + 8 + Int(length))
            let name = String(decoding: bytes[(chunk + 4)..<body.lowerBound], as: UTF8.self)
            chunk += 12 + Int(length)
            switch name {
            case "IEND": end = chunk
            case "IDAT", "fdAT", "PLTE": break
            // A name, the number of the compression, and maybe a language.
            case "zTXt", "iTXt", "iCCP":
                let text = unpacked(bytes[body], room)
                room -= text.count
                hidden += [bytes[body], text]
            default: hidden.append(bytes[body])
            }
        }
        return BesideImages(bytes, hidden: hidden, end: end)
    }

    /// All texts of an image together.
    private static let mostUnpacked = 1 << 24

    /// The first zlib stream in a part; empty without a stream, and for a stream of more bytes than there is room for.
    private static func unpacked(_ part: ArraySlice<UInt8>, _ room: Int) -> ArraySlice<UInt8> {
        guard let start = part.indices.first(where: { part[$0] == 0x78 && part.startsZlib(at: $0) }),
            let decompressor = libdeflate_alloc_decompressor()
        else { return [] }
        defer { libdeflate_free_decompressor(decompressor) }
        // A person does not write a text that unpacks to more.
        let packed = part[start...]
        var text = [UInt8](repeating: 0, count: min(room, 64 * packed.count + 1024)), count = 0
        let status = packed.withUnsafeBytes { packed in
            text.withUnsafeMutableBytes { text in
                libdeflate_zlib_decompress(
                    decompressor, packed.baseAddress, packed.count, text.baseAddress, text.count, &count)
            }
        }
        return status == LIBDEFLATE_SUCCESS ? text[..<count] : []
    }

    /// Further images, and the list of them, are what phones add.
    static func ofJPEG(_ bytes: [UInt8]) -> BesideImages {
        var hidden: [ArraySlice<UInt8>] = [], end = endOfJPEG(bytes, from: 0, &hidden)
        while let known = end, let start = bytes.data(from: known) {
            if bytes[start...].starts(with: [0xFF, 0xD8]) {
                end = endOfJPEG(bytes, from: start, &hidden)
            } else {
                hidden.append(bytes[start...])
                if isPhonesList(bytes, after: known) { end = bytes.count }
                break
            }
        }
        return BesideImages(bytes, hidden: hidden, end: end)
    }

    /// After the marker EOI. In the data of a scan, `FF` is followed by 0, or by the number of a restart.
    ///
    /// - Parameter segments: gets what is between the markers, except for the data of scans.
    private static func endOfJPEG(_ bytes: [UInt8], from start: Int, _ segments: inout [ArraySlice<UInt8>]) -> Int? {
        var index = start + 2
        while index + 1 < bytes.count {
            guard bytes[index] == 0xFF else {
                index += 1
                continue
            }
            switch bytes[index + 1] {
            case 0xD9: return index + 2
            case 0xFF: index += 1
            case 0x00, 0x01, 0xD0...0xD7: index += 2
            default:
                guard let length = bytes.integer(UInt16.self, at: index + 2, .big) else { return nil }
                segments.append(bytes[index...].prefix(2 + Int(length)))
                index += 2 + Int(length)
            }
        }
        return nil
    }

    /// Whether the rest of a file is Samsung's: blocks, `SEFH`, where each block starts, the size of this list, `SEFT`.
    private static func isPhonesList(_ bytes: [UInt8], after start: Int) -> Bool {
        let end = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        guard bytes[start..<end].suffix(4).elementsEqual("SEFT".utf8),
            let size = bytes.integer(UInt32.self, at: end - 8, .little), case let list = end - 8 - Int(size),
            list >= start,
            bytes[list...].starts(with: "SEFH".utf8),
            let count = bytes.integer(UInt32.self, at: list + 8, .little), count <= size / 12
        else { return false }
        let offsets = (0..<Int(count)).compactMap { bytes.integer(UInt32.self, at: list + 16 + 12 * $0, .little) }
        return offsets.max().map { list - Int($0) } == start
    }

    static func ofGIF(_ bytes: [UInt8]) -> BesideImages {
        BesideImages(bytes, hidden: [bytes[...]], end: GIFFrames(bytes, most: 0)?.end)
    }

    static func ofWebP(_ bytes: [UInt8]) -> BesideImages {
        let size = bytes.integer(UInt32.self, at: 4, .little).map(Int.init)
        return BesideImages(bytes, hidden: [bytes[...]], end: size.map { 8 + $0 + $0 & 1 })
    }

    static func ofBMP(_ bytes: [UInt8]) -> BesideImages {
        let size = bytes.integer(UInt32.self, at: 2, .little).map(Int.init)
        let pixels = bytes.integer(UInt32.self, at: 10, .little).map(Int.init) ?? 0
        return BesideImages(bytes, hidden: [bytes.prefix(pixels)], end: size.flatMap { $0 < 26 ? nil : $0 })
    }

    /// The boxes of ISO/IEC 14496-12.
    static func ofHEIF(_ bytes: [UInt8]) -> BesideImages {
        var box = 0
        while box < bytes.count, let short = bytes.integer(UInt32.self, at: box, .big), short > 0,
            case let long = bytes.integer(UInt64.self, at: box + 8, .big),
            let size = short == 1 ? long.flatMap(Int.init(exactly:)) : Int(short), size >= 8, size <= bytes.count - box
        { box += size }
        return BesideImages(bytes, hidden: [bytes[...]], end: box)
    }

    static func ofTIFF(_ bytes: [UInt8]) -> BesideImages {
        guard let parts = TIFFParts(bytes) else { return BesideImages(bytes, hidden: [], end: nil) }
        var hidden: [ArraySlice<UInt8>] = [], end = 0
        for part in parts.pixels.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if end < part.lowerBound { hidden.append(bytes[end..<part.lowerBound]) }
            end = max(end, part.upperBound)
        }
        return BesideImages(bytes, hidden: hidden + [bytes[end...]], end: parts.end)
    }
}

/// Where the parts of a TIFF or BigTIFF are.
private struct TIFFParts {
    private(set) var pixels: [Range<Int>] = []
    /// After the last part.
    private(set) var end: Int

    private let bytes: [UInt8]
    private let order: ByteOrder
    private let isBig: Bool

    /// Entries and values that may still be read: directories may share their bytes.
    private var room = 1 << 22
    /// The bytes of a value, by the number of its type.
    private static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
    /// The offsets of strips, tiles and thumbnails, with the tags of their lengths.
    private static let places = [273: 279, 324: 325, 513: 514]
    /// Directories in a directory: others, EXIF, GPS and interoperability.
    private static let directories: Set<Int> = [330, 34665, 34853, 40965]

    /// Nil if a part is outside of the file.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        order = bytes.first == UInt8(ascii: "I") ? .little : .big
        isBig = bytes.integer(UInt16.self, at: 2, order) == 43
        end = isBig ? 16 : 8
        guard var waiting = offset(at: isBig ? 8 : 4).map({ [$0] }) else { return nil }
        var seen: Set<Int> = []
        while let directory = waiting.popLast() {
            guard directory > 0, seen.insert(directory).inserted else { continue }
            guard directory < bytes.count, let next = read(directory, &waiting) else { return nil }
            waiting.append(next)
        }
    }

    private func offset(at index: Int) -> Int? {
        isBig
            ? bytes.integer(UInt64.self, at: index, order).flatMap(Int.init(exactly:))
            : bytes.integer(UInt32.self, at: index, order).map(Int.init)
    }

    /// - Returns: where the next directory is, or 0.
    private mutating func read(_ directory: Int, _ waiting: inout [Int]) -> Int? {
        let count = isBig ? offset(at: directory) : bytes.integer(UInt16.self, at: directory, order).map(Int.init)
        let entrySize = isBig ? 20 : 12, width = isBig ? 8 : 4
        guard let count, takeRoom(count) else { return nil }
        let start = directory + (isBig ? 8 : 2)
        var places: [Int: [Int]] = [:], lengths: [Int: [Int]] = [:]
        for entry in stride(from: start, to: start + count * entrySize, by: entrySize) {
            guard let tag = bytes.integer(UInt16.self, at: entry, order).map(Int.init),
                let type = bytes.integer(UInt16.self, at: entry + 2, order).map(Int.init),
                let number = offset(at: entry + 4), number <= bytes.count
            else { return nil }
            let size = type < Self.sizes.count ? Self.sizes[type] : 1
            let value = entry + width + 4
            guard let place = size * number <= width ? value : offset(at: value), take(place, size * number) else {
                return nil
            }
            let isPlace = Self.places[tag] != nil, isLength = Self.places.values.contains(tag)
            let isDirectory = Self.directories.contains(tag)
            guard isPlace || isLength || isDirectory else { continue }
            guard takeRoom(number) else { return nil }
            let values: [Int] =
                (0..<number).compactMap { index in
                    let index = place + index * size
                    return size == 2
                        ? bytes.integer(UInt16.self, at: index, order).map(Int.init)
                        : size == 4
                            ? bytes.integer(UInt32.self, at: index, order).map(Int.init)
                            : size == 8 ? bytes.integer(UInt64.self, at: index, order).flatMap(Int.init(exactly:)) : nil
                }
            if isPlace { places[tag] = values }
            if isLength { lengths[tag] = values }
            if isDirectory { waiting += values }
        }
        for (tag, starts) in places {
            for (start, length) in zip(starts, lengths[Self.places[tag] ?? 0] ?? []) {
                guard take(start, length) else { return nil }
                pixels.append(start..<(start + length))
            }
        }
        let next = start + count * entrySize
        return take(next, width) ? offset(at: next) : nil
    }

    private mutating func takeRoom(_ count: Int) -> Bool {
        guard 0...room ~= count else { return false }
        room -= count
        return true
    }

    /// Notes a part; false if it is not in the file.
    private mutating func take(_ start: Int, _ length: Int) -> Bool {
        guard start <= bytes.count, length <= bytes.count - start else { return false }
        end = max(end, start + length)
        return true
    }
}

extension [UInt8] {
    /// Where something other than zeros and white space starts.
    fileprivate func data(from index: Int) -> Int? {
        dropFirst(index).firstIndex { $0 != 0 && !ASCII.isWhitespace($0) }
    }
}

extension ArraySlice<UInt8> {
    /// Whether the header of a zlib stream is at an index: its two bytes are a multiple of 31.
    fileprivate func startsZlib(at index: Int) -> Bool {
        index + 1 < endIndex && (Int(self[index]) << 8 + Int(self[index + 1])) % 31 == 0
    }
}
