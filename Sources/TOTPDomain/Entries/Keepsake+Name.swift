import Encodings

extension Keepsake {
    /// What a column or a member has that is worth keeping, by its name, as people write it; nil for any other name.
    package static func named(_ name: String) -> Keepsake? {
        let folded = AccountPart.folded(name)
        if AccountPart.isPassword(named: folded) { return .passwords }
        return recoveryWords.contains { folded.contains($0) } ? .recoveryCodes : nil
    }

    /// Whether a name or other words are of recovery codes: a recovery address or phone is something else.
    ///
    /// - Parameter words: of any length.
    package static func areRecoveryCodes(_ words: String) -> Bool {
        let letters = words.searchable.filter(\.isLetter)
        return codeWords.contains { letters.contains($0) }
            && (letters.contains("backup") || recoveryWords.contains { letters.contains($0) })
    }

    private static let codeWords = ["cod", "kod", "код", "コード", "码", "碼", "코드"].map { AccountPart.folded($0) }

    /// `Recovery codes`, `backupCode`, `Wiederherstellungscodes`. A part of the name is enough: a file that is kept does no
    /// harm.
    private static let recoveryWords = """
        recovery recover backupcode backupkey backuptoken scratch rescue emergency revocation onetimecodes sparecode \
        reservecode wiederherstellung notfall ersatzcode recuperation secours recuperacion respaldo recuperacao recupero \
        herstel odzyskiw zapasow obnov kurtarma yedek восстановл резерв відновл バックアップコード 復旧 恢复 恢復 备用 備用 복구
        """.split(separator: " ").map { AccountPart.folded(String($0)) }
}
