@testable import QRScan
import TOTPDomain

/// Pictures of codes, and what several codes make up together.
enum ScanTargets {
    /// The first two bytes are the size, the rest the pixels, over and over.
    static func scan(_ bytes: [UInt8]) {
        guard bytes.count > 3 else { return }
        let width = Int(bytes[0]) + 1, height = Int(bytes[1]) + 1
        let pixels = (0..<(width * height)).map { bytes[2 + $0 % (bytes.count - 2)] }
        guard let image = LumaImage(width: width, height: height, pixels: pixels) else { return }
        let result = LadderScanner().scan(image)
        require(Set(result.payloads.map(\.bytes)).count == result.payloads.count, "each payload is given once")
        require(result.payloads.allSatisfy { !$0.corners.isEmpty }, "a payload stands somewhere")
        require(result.unread >= 0 && result.incomplete >= 0, "no count is negative")
    }

    /// Symbols, each a byte of its kind, a byte of its length, two of its place, and its bytes.
    static func structuredAppend(_ bytes: [UInt8]) {
        var symbols: [ScanSymbol] = []
        var rest = bytes[...]
        while rest.count > 4, symbols.count < 64 {
            let head = Array(rest.prefix(4))
            let x = Int(head[2]), y = Int(head[3])
            symbols.append(
                ScanSymbol(
                    bytes: Array(rest.dropFirst(4).prefix(Int(head[1]))), isComplete: head[0] & 1 == 0,
                    corners: [(x, y), (x + 9, y), (x + 9, y + 9), (x, y + 9)].map { .init(x: $0.0, y: $0.1) },
                    engine: head[0] & 2 == 0 ? .zbar : .zxing, variant: "full"))
            rest = rest.dropFirst(4 + Int(head[1]))
        }
        let whole = symbols.filter(\.isComplete), parts = symbols.filter { !$0.isComplete }
        let result = QRScanResult(symbols: symbols)
        require(Set(result.payloads.map(\.bytes)) == Set(whole.map(\.bytes)), "whole codes are given, parts are not")
        require(result.payloads.count == Set(whole.map(\.bytes)).count, "each payload is given once")
        require(result.incomplete <= Set(parts.map(\.bytes)).count, "no more parts than there are")
        if whole.isEmpty, parts.contains(where: { $0.bytes.contains { $0 != 0 } }) {
            require(result.incomplete > 0, "a part without its set is reported")
        }
    }
}
