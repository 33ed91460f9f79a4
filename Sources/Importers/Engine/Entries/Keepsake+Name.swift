import Encodings
import TOTPDomain

extension Keepsake {
    /// What a column or a member has that is worth keeping, by its name, as people write it; nil for any other name.
    package static func named(_ name: String) -> Keepsake? {
        let folded = AccountPart.folded(name)
        if AccountPart.isPassword(named: folded) { return .passwords }
        let bytes = Array(folded.utf8)
        return recoveryWords.contains { bytes.span.firstIndex(of: $0) != nil } ? .recoveryCodes : nil
    }

    /// `Recovery codes`, `backupCode`, `Wiederherstellungscodes`. A part of the name is enough: a file that is kept does no
    /// harm.
    private static let recoveryWords = """
        recovery recover backupcode backupkey backuptoken scratch rescue emergency revocation onetimecodes sparecode \
        reservecode wiederherstellung notfall ersatzcode recuperation secours recuperacion respaldo recuperacao recupero \
        herstel odzyskiw zapasow obnov kurtarma yedek восстановл резерв відновл バックアップコード 復旧 恢复 恢復 备用 備用 복구
        """.split(separator: " ").map { Array(AccountPart.folded(String($0)).utf8) }
}
