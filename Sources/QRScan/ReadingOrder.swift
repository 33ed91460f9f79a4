import TOTPDomain

/// The order in which people read a page of codes: row by row, each from left to right.
enum ReadingOrder {
    /// A row has all codes whose middle is within the height of its first code.
    static func sorted<Code>(_ codes: [Code], corners: KeyPath<Code, [QRPayload.Point]>) -> [Code] {
        var rest = codes.map { (code: $0, box: Box($0[keyPath: corners])) }
            .sorted { ($0.box.top, $0.box.left) < ($1.box.top, $1.box.left) }
        var ordered: [Code] = []
        while let first = rest.first {
            let row = rest.filter { $0.box.middle >= first.box.top && $0.box.middle <= first.box.bottom }
            rest.removeAll { $0.box.middle >= first.box.top && $0.box.middle <= first.box.bottom }
            ordered += row.sorted { ($0.box.left, $0.box.top) < ($1.box.left, $1.box.top) }.map(\.code)
        }
        return ordered
    }

    private struct Box {
        let left, top, bottom: Int

        init(_ corners: [QRPayload.Point]) {
            left = corners.map(\.x).min() ?? 0
            top = corners.map(\.y).min() ?? 0
            bottom = corners.map(\.y).max() ?? 0
        }

        var middle: Int { (top + bottom) / 2 }
    }
}
