/// A key that the user pressed.
enum Key: Hashable {
    case text(String)
    case up, down, pageUp, pageDown, home, end
    case enter, escape, backspace
    /// Ctrl-C.
    case interrupt
    /// Ctrl-Z.
    case suspend
    /// Ctrl-U.
    case clear
    /// Ctrl-L.
    case redraw
}

/// Keys from the bytes that a terminal sends.
struct KeyDecoder {
    /// The start of a key whose other bytes have not arrived.
    private var pending: [UInt8] = []

    /// Whether more bytes may belong to the last key; only time tells Escape alone from a sequence.
    var isWaiting: Bool { !pending.isEmpty }

    mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        while let (key, count) = next() {
            if let key { keys.append(key) }
            pending.removeFirst(count)
        }
        return keys
    }

    /// Returns the last keys if no more bytes came in time: Escape was a key by itself.
    mutating func finish() -> [Key] {
        defer { pending = [] }
        return pending.first == 0x1B ? [.escape] : []
    }

    /// The first key, nil if it means nothing, and its bytes.
    private func next() -> (Key?, Int)? {
        guard let first = pending.first else { return nil }
        switch first {
        case 0x1B: return sequence()
        case 0x03: return (.interrupt, 1)
        case 0x08, 0x7F: return (.backspace, 1)
        case 0x0A, 0x0D: return (.enter, 1)
        case 0x0C: return (.redraw, 1)
        case 0x0E: return (.down, 1)
        case 0x10: return (.up, 1)
        case 0x15: return (.clear, 1)
        case 0x1A: return (.suspend, 1)
        case 0..<0x20: return (nil, 1)
        default: return character(first)
        }
    }

    private func character(_ first: UInt8) -> (Key?, Int)? {
        let count = first < 0xC2 || first > 0xF4 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard pending.count >= count else { return nil }
        let text = String(validating: pending[..<count], as: UTF8.self)
        // After a byte that is not UTF-8, the next byte is tried.
        guard let text else { return (nil, 1) }
        return (.text(text), count)
    }

    private func sequence() -> (Key?, Int)? {
        guard pending.count > 1 else { return nil }
        switch pending[1] {
        case UInt8(ascii: "["):
            guard let end = pending.dropFirst(2).firstIndex(where: { 0x40...0x7E ~= $0 }) else {
                // Longer than any key: noise.
                return pending.count > 32 ? (nil, pending.count) : nil
            }
            return (Self.key(pending[2..<end], final: pending[end]), end + 1)
        case UInt8(ascii: "O"):
            guard pending.count > 2 else { return nil }
            return (Self.key([], final: pending[2]), 3)
        default: return (.escape, 1)
        }
    }

    private static func key(_ parameters: ArraySlice<UInt8>, final: UInt8) -> Key? {
        switch final {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        case UInt8(ascii: "~"):
            switch String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self) {
            case "1", "7": return .home
            case "4", "8": return .end
            case "5": return .pageUp
            case "6": return .pageDown
            default: return nil
            }
        default: return nil
        }
    }
}
