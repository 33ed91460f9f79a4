import TOTPDomain

/// A source with what belongs to it: the bytes of a file, then any number of sections.
///
/// A section begins with `\n#fuzz:KEY\n` and ends where the next begins. `Fuzz/make_seeds.py` writes them, so that
/// encrypted seeds are opened, and a crash needs no more than one file.
struct FuzzInput {
    private(set) var file: [UInt8]
    private(set) var passphrase: Passphrase?
    private(set) var keyFile: [UInt8]?
    /// The file's own name, and the content of whatever is looked for beside it.
    private(set) var name = "file"
    private(set) var beside: [UInt8]?
    /// As `--columns` takes them.
    private(set) var columns: TableColumns?

    private static let mark = Array("\n#fuzz:".utf8)

    init(_ bytes: [UInt8]) {
        guard let first = bytes.firstRange(of: Self.mark) else {
            file = bytes
            return
        }
        file = Array(bytes[..<first.lowerBound])
        var rest = bytes[first.upperBound...]
        while !rest.isEmpty {
            let end = rest.firstRange(of: Self.mark)
            take(rest[..<(end?.lowerBound ?? rest.endIndex)])
            rest = rest[(end?.upperBound ?? rest.endIndex)...]
        }
    }

    private mutating func take(_ section: ArraySlice<UInt8>) {
        guard let line = section.firstIndex(of: UInt8(ascii: "\n")) else { return }
        let value = Array(section[(line + 1)...])
        switch String(decoding: section[..<line], as: UTF8.self) {
        case "passphrase": passphrase = Passphrase(utf8: value)
        case "key-file": keyFile = value
        case "name": name = String(decoding: value, as: UTF8.self)
        case "beside": beside = value
        case "columns": columns = try? TableColumns(String(decoding: value, as: UTF8.self))
        default: break
        }
    }

    /// - Parameter passphrase: nil asks as for the first time.
    func request(_ passphrase: Passphrase?) -> ImportRequest {
        // A mutated cost must not take the time of a thousand other runs.
        var limits = ImportLimits()
        (limits.keyDerivationMemory, limits.keyDerivationSeconds) = (8 << 20, 1)
        let beside = beside
        var request = ImportRequest(
            content: SourceContent(file), passphrase: passphrase, keyFile: keyFile, limits: limits,
            siblings: SiblingFiles(name: name) { _ in beside }, columns: columns)
        // A picture in a page is the text of its code.
        request.qrCodes = { [$0] }
        return request
    }
}
