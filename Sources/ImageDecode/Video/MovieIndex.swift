import Encodings

/// A film of the MP4 family as a pipe can be read: with its index (`moov`) before its content.
///
/// Phones write the index last. It gives the places of the content in the file, which move by its size.
enum MovieIndex {
    struct Box {
        let name: [UInt8]
        let start, content, end: Int
    }

    private static let longestIndex = 32 << 20
    private static let containers = ["moov", "trak", "mdia", "minf", "stbl"].map { Array($0.utf8) }

    /// The file itself if the index is first, or is not found.
    static func first(in file: [UInt8]) -> [UInt8] {
        let boxes = boxes(of: file, 0..<file.count)
        guard let index = boxes.first(where: { $0.name.elementsEqual("moov".utf8) }),
            let content = boxes.first(where: { $0.name.elementsEqual("mdat".utf8) }), content.start < index.start,
            index.end - index.start <= longestIndex
        else { return file }
        let size = index.end - index.start
        var moved = Array(file[index.start..<index.end])
        // Only what is between its new and its old place moves.
        guard shift(&moved, 0..<size, by: size, within: content.start..<index.start, depth: 0) else { return file }
        var film: [UInt8] = []
        film.reserveCapacity(file.count)
        film += file[..<content.start]
        film += moved
        film += file[content.start..<index.start]
        film += file[index.end...]
        return film
    }

    /// Whether a box continues after the end of the file.
    static func isCutOff(_ file: [UInt8]) -> Bool {
        let end = boxes(of: file, 0..<file.count).last?.end ?? 0
        guard let short = file.integer(UInt32.self, at: end, .big) else { return false }
        let size = short == 1 ? file.integer(UInt64.self, at: end + 8, .big) : UInt64(short)
        return size ?? 0 > file.count - end
    }

    /// The whole boxes of a range, ISO/IEC 14496-12, as far as a limit.
    static func boxes(of file: [UInt8], _ range: Range<Int>) -> [Box] {
        var boxes: [Box] = [], start = range.lowerBound
        while start + 8 <= range.upperBound, boxes.count < 10_000,
            let short = file.integer(UInt32.self, at: start, .big)
        {
            var (content, size) = (start + 8, Int(short))
            if size == 1 {
                guard let long = file.integer(UInt64.self, at: start + 8, .big) else { break }
                (content, size) = (start + 16, Int(clamping: long))
            }
            // The last box may reach to the end of the file.
            if size == 0 { size = range.upperBound - start }
            guard size >= content - start, size <= range.upperBound - start else { break }
            boxes.append(
                Box(name: Array(file[start + 4..<start + 8]), start: start, content: content, end: start + size))
            start += size
        }
        return boxes
    }

    /// - Returns: whether all places are still in the range of their numbers.
    private static func shift(
        _ index: inout [UInt8], _ range: Range<Int>, by distance: Int, within moved: Range<Int>, depth: Int
    ) -> Bool {
        for box in boxes(of: index, range) {
            if depth < containers.count, containers.contains(box.name) {
                guard shift(&index, box.content..<box.end, by: distance, within: moved, depth: depth + 1) else {
                    return false
                }
            } else if box.name.elementsEqual("stco".utf8) {
                guard shift(UInt32.self, &index, box, by: distance, within: moved) else { return false }
            } else if box.name.elementsEqual("co64".utf8) {
                guard shift(UInt64.self, &index, box, by: distance, within: moved) else { return false }
            }
        }
        return true
    }

    /// The numbers of one box: version and flags, how many there are, and the places.
    private static func shift<Place: FixedWidthInteger & UnsignedInteger>(
        _: Place.Type, _ index: inout [UInt8], _ box: Box, by distance: Int, within moved: Range<Int>
    ) -> Bool {
        let width = Place.bitWidth / 8, start = box.content + 8
        guard let count = index.integer(UInt32.self, at: box.content + 4, .big), start <= box.end,
            Int(count) <= (box.end - start) / width
        else { return false }
        for number in 0..<Int(count) {
            let place = start + number * width
            guard let old = index.integer(Place.self, at: place, .big), let offset = Int(exactly: old) else {
                return false
            }
            guard moved.contains(offset) else { continue }
            guard let new = Place(exactly: offset + distance) else { return false }
            index.replaceSubrange(place..<place + width, with: new.bytes(.big))
        }
        return true
    }
}
