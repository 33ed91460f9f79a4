import Encodings

extension Keepsake {
    /// What a column or a member has that is worth keeping, by its name, as people write it; nil for any other name.
    package static func named(_ name: String) -> Keepsake? {
        let folded = AccountPart.folded(name)
        if AccountPart.isPassword(named: folded) { return .passwords }
        return has(recoveryWords, in: folded) ? .recoveryCodes : nil
    }

    /// Whether a name or other words are of recovery codes: a recovery address or phone is something else.
    ///
    /// - Parameter words: of any length.
    package static func areRecoveryCodes(_ words: String) -> Bool {
        let letters = words.searchable.filter(\.isLetter)
        return has(codeWords, in: letters) && has(recoveryWords + bytes("backup"), in: letters)
    }

    private static func has(_ words: [[UInt8]], in text: String) -> Bool {
        let text = Array(text.utf8)
        return words.contains { text.span.firstIndex(of: $0) != nil }
    }

    /// Words, folded.
    private static func bytes(_ words: String) -> [[UInt8]] {
        words.split(separator: " ").map { Array(AccountPart.folded(String($0)).utf8) }
    }

    private static let codeWords = bytes("cod kod код コード 码 碼 코드")

    /// `Recovery codes`, `backupCode`, `Wiederherstellungscodes`. A part of the name is enough: a file that is kept does no
    /// harm.
    private static let recoveryWords = bytes(
        """
        recovery recover backupcode backupkey backuptoken scratch rescue emergency revocation onetimecodes sparecode \
        reservecode wiederherstellung notfall ersatzcode recuperation secours recuperacion respaldo recuperacao recupero \
        herstel odzyskiw zapasow obnov kurtarma yedek восстановл резерв відновл バックアップコード 復旧 恢复 恢復 备用 備用 복구
        """)
}
