import Links

extension LinkChecker {
    static func standard() throws -> LinkChecker { LinkChecker() }

    /// Returns the verdict on a line that a test has as text.
    func verdict(_ line: String) -> Verdict {
        var workspace = Workspace()
        return check(Array(line.utf8).span, &workspace)
    }

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
