import Images

/// The QR codes that the frames of a video showed, to tell a code that was never read from a code that was blurred for
/// a moment.
struct Film {
    /// Where codes were read, by the number of the frame.
    private var places: [Int: [QRPayload.Box]] = [:]

    mutating func add(_ reading: ImageReader.PageReading) {
        guard let frame = reading.page, !reading.scan.payloads.isEmpty else { return }
        places[frame] = reading.scan.payloads.compactMap { QRPayload.Box($0.corners) }
    }

    /// Notes a frame that looks like the frame before it.
    mutating func repeatFrame(_ frame: Int) { places[frame] = places[frame - 1] }

    /// The readings, without unread codes that were read in the same place on the frame before or after. If frames that
    /// follow each other show the same unread code, only the first of them keeps it.
    func settled(_ readings: [ImageReader.PageReading]) -> [ImageReader.PageReading] {
        var last: Int?
        return readings.map { reading in
            guard let frame = reading.page, reading.hasImage else { return reading }
            var reading = reading
            // In a moving image, something often looks a little like a code.
            if !places.isEmpty, reading.scan.hasSigns { reading.scan.forgetUnread() }
            guard reading.scan.unread > 0 else { return reading }
            let isShort = isRead(besides: frame, reading.scan)
            if isShort || last == frame - 1 { reading.scan.forgetUnread() }
            if !isShort { last = frame }
            return reading
        }
    }

    private func isRead(besides frame: Int, _ scan: QRScanResult) -> Bool {
        let before = places[frame - 1], after = places[frame + 1]
        let unread = scan.unreadPlaces.compactMap(QRPayload.Box.init)
        // A code without a place matches a code on the frame before or after only if its own frame has no read codes.
        guard unread.count == scan.unread else { return (before ?? after) != nil && places[frame] == nil }
        let near = (before ?? []) + (after ?? [])
        return unread.allSatisfy { place in near.contains { $0.x.overlaps(place.x) && $0.y.overlaps(place.y) } }
    }
}

extension QRScanResult {
    fileprivate mutating func forgetUnread() { (unread, unreadPlaces, hasSigns) = (0, [], false) }
}
