/// Changes one value of a JSON text, and nothing else of it: the new value may be anything, even no JSON.
struct JSONPatch {
    private let text: [UInt8]
    private var at = 0

    /// - Parameters:
    ///   - path: `accounts[1].digits`; the last member may be a new one.
    ///   - value: nil removes the member.
    /// - Returns: nil if the text has no such value.
    static func set(_ path: String, to value: [UInt8]?, in text: [UInt8]) -> [UInt8]? {
        var patch = JSONPatch(text: text)
        let steps = path.replacing("[", with: ".[").split(separator: ".")
        var start = 0, isFirst = true
        for (index, step) in steps.enumerated() {
            start = patch.at
            if step.hasPrefix("[") {
                guard let count = Int(step.dropFirst().dropLast()), patch.enterElement(count) else { return nil }
                start = patch.at
            } else {
                guard let isFound = patch.enterMember(String(step)) else { return nil }
                (start, isFirst) = (patch.nameStart, patch.isFirst)
                if !isFound {
                    guard let value, index == steps.count - 1 else { return nil }
                    let member = (isFirst ? "" : ",") + "\"\(step)\":"
                    return text[..<patch.at] + Array(member.utf8) + value + text[patch.at...]
                }
            }
        }
        let valueStart = patch.at
        patch.skipValue()
        if let value { return text[..<valueStart] + value + text[patch.at...] }
        // The comma before the member goes with it, or else the one behind.
        if let comma = text[..<start].lastIndex(where: { !Self.spaces.contains($0) }), text[comma] == UInt8(ascii: ",")
        {
            return Array(text[..<comma] + text[patch.at...])
        }
        patch.skip(",")
        return Array(text[..<start] + text[patch.at...])
    }

    private init(text: [UInt8]) { self.text = text }

    private static let spaces = Array(" \t\r\n".utf8)
    private var nameStart = 0
    private var isFirst = true

    /// - Returns: whether the character was there, after white space.
    @discardableResult
    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard at < text.count, text[at] == UInt8(ascii: character) else { return false }
        at += 1
        skipSpace()
        return true
    }

    private mutating func skipSpace() { while at < text.count, Self.spaces.contains(text[at]) { at += 1 } }

    private mutating func enterElement(_ index: Int) -> Bool {
        guard skip("[") else { return false }
        for _ in 0..<index {
            skipValue()
            guard skip(",") else { return false }
        }
        return true
    }

    /// - Returns: whether the object has the member; nil if there is no object.
    private mutating func enterMember(_ name: String) -> Bool? {
        guard skip("{") else { return nil }
        isFirst = true
        while at < text.count, text[at] == UInt8(ascii: "\"") {
            nameStart = at
            skipValue()
            let isIt = text[nameStart..<at].elementsEqual("\"\(name)\"".utf8)
            guard skip(":") else { return nil }
            if isIt { return true }
            isFirst = false
            skipValue()
            let end = at
            if !skip(",") { at = end }
        }
        return false
    }

    private mutating func skipValue() {
        skipSpace()
        var depth = 0, isInString = false
        while at < text.count {
            switch text[at] {
            case UInt8(ascii: "\\") where isInString: at += 1
            case UInt8(ascii: "\""): isInString.toggle()
            case _ where isInString: break
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
            case UInt8(ascii: ",") where depth == 0, UInt8(ascii: ":") where depth == 0: return
            case let byte where depth == 0 && Self.spaces.contains(byte): return
            default: break
            }
            at += 1
        }
    }
}
