import Links

extension LinkChecker {
    static func standard() throws -> LinkChecker { LinkChecker() }

    /// The verdict on the first link of a line that a test has as text, or on a line without a link; nil for an empty
    /// line and a comment.
    func verdictIfAny(_ line: String) -> Verdict? {
        let bytes = Array(line.utf8)
        var verdict: Verdict?
        var workspace = Workspace()
        LinkRecords.forEachRecord(in: bytes.span, isJSON: false) { record, text in
            switch record.kind {
            case .link(let scheme): verdict = check(text, scheme, in: record, &workspace)
            case .noLink: verdict = Verdict(ofFieldWithoutLink: text)
            case .blank, .comment, .rest: break
            }
            return verdict == nil
        }
        return verdict
    }

    /// As ``verdictIfAny(_:)``, without a rule if there is none.
    func verdict(_ line: String) -> Verdict { verdictIfAny(line) ?? Verdict() }

    /// The ids of the rules that a line breaks.
    func ids(_ line: String) -> Set<String> { Set(verdict(line).rules.map(\.id)) }
}

/// Invented secrets.
enum Secrets {
    /// 20, 32 and 64 bytes.
    static let sha1 = "OSADN5M3A7HQFKUQ675XIDQQTOUW5CCI"
    static let sha256 = "OSADN5M3A7HQFKUQ675XIDQQTOUW5CCI5FFFFWGRZYPCRQUC2J2A"
    static let sha512 = sha1 + "LR35TO2W4ENBXQ4MCE7PEBC3J2G4ZCEQEZ6Z74IMREHJKT7CHOCTQY5EYMENDBOX3Z425ZI"
}
