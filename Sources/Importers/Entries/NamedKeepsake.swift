import TOTPDomain

extension Keepsake {
    /// What a column or a member has that is worth keeping, by its name, as people write it; nil for any other name.
    static func named(_ name: String) -> Keepsake? {
        let folded = AccountPart.folded(name)
        if GuessedColumns.isPassword(folded) { return .passwords }
        return recoveryWords.contains { folded.contains($0) } ? .recoveryCodes : nil
    }

    /// `Recovery codes`, `backupCode`, `Wiederherstellungscodes`. A part of the name is enough: a file that is kept does no
    /// harm.
    private static let recoveryWords = """
        recovery recover backupcode backupkey backuptoken scratch rescue emergency revocation onetimecodes sparecode \
        reservecode wiederherstellung notfall ersatzcode recuperation secours recuperacion respaldo recuperacao recupero \
        herstel odzyskiw zapasow obnov kurtarma yedek восстановл резерв відновл バックアップコード 復旧 恢复 恢復 备用 備用 복구
        """.split(separator: " ").map { AccountPart.folded(String($0)) }
}

/// Columns of a table that have something worth keeping, such as passwords. They count once a cell is filled.
struct KeepsakeColumns: Sendable {
    private let columns: [(index: Int, keepsake: Keepsake)]
    private(set) var found: Set<Keepsake> = []

    /// - Parameter read: indices of the columns whose cells are read.
    init(_ header: [String], read: some Sequence<Int>) {
        let read = Set(read)
        columns = header.indices.compactMap { index in
            read.contains(index) ? nil : Keepsake.named(header[index]).map { (index, $0) }
        }
    }

    mutating func look(at row: CSVTable.Row) {
        for (index, keepsake) in columns where !found.contains(keepsake) && !row.cell(index).isBlank {
            found.insert(keepsake)
        }
    }
}

extension JSONValue {
    /// Whether it is `null`, `false`, or an empty text, list or object.
    var saysNothing: Bool {
        switch kind {
        case .null, .false: true
        case .string: name.isBlank
        case .array: elements.isEmpty
        case .object: members.isEmpty
        case .number, .true: false
        }
    }
}
