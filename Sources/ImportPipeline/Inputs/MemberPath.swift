import Encodings

/// The path of a member in its archive.
struct MemberPath {
    /// For messages and reports, without `./` at the start.
    let text: String
    /// Whether it leads out of the folder into which the archive would be unpacked.
    ///
    /// Nothing is unpacked to the disk, but only an archive made to do harm has such names.
    let isOutside: Bool
    /// The part up to the first hidden folder or file; nil if nothing is hidden.
    let hidden: String?

    init(_ name: String) {
        let parts = name.split(separator: "/").filter { $0 != "." }
        let isDrive = name.utf8.count > 2 && name.utf8.dropFirst().first == ASCII.colon
        isOutside =
            name.hasPrefix("/") || name.hasPrefix("\\") || (isDrive && "/\\".contains(name.dropFirst(2).prefix(1)))
            || name.split { $0 == "/" || $0 == "\\" }.contains("..")
        text = String((isOutside ? name : parts.joined(separator: "/")).prefix(Limit.memberName.value))
        hidden = parts.firstIndex { InputCollector.isHidden($0) }
            .map { String(parts[...$0].joined(separator: "/").prefix(Limit.memberName.value)) }
    }
}
