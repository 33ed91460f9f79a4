import TOTPDomain

/// What a column or a member says of an entry beside its account, judged by its name.
enum EntryPart: Sendable, CaseIterable {
    /// One-time passwords, if all their cells look like it; also beside passwords.
    case ambiguousKey
    case address, password, note, tag, favorite, pin, encoding
    /// Whether a tool could decrypt the row.
    case status

    /// - Parameter name: ``AccountPart/folded(_:)``.
    init?(folded name: String) {
        guard let (part, _) = Self.ranks[name] else { return nil }
        self = part
    }

    /// The parts by their folded names, and which name counts first; 0 where the order in the file counts.
    static let ranks: [String: (part: EntryPart, rank: Int)] = {
        var ranks: [String: (part: EntryPart, rank: Int)] = [:]
        for part in allCases {
            let isOrdered = part != .ambiguousKey && part != .tag
            for (rank, name) in part.names.enumerated() { ranks[name] = (part, isOrdered ? rank : 0) }
        }
        return ranks
    }()

    /// Folded. Whole names, never parts of them: "TOTP backup codes" and "2FA enabled" are something else.
    private var names: [String] {
        let names: StaticString
        switch self {
        case .password: return AccountPart.passwordNames
        case .ambiguousKey:
            names = """
                2fa mfa tfa twofactor twofa twofactorcode twofactorauthentication authenticator verificationcode
                securitycode authtoken
                """
        case .address:
            names = """
                url loginuri loginurl website websiteurl websiteaddress uri internetseite internetadresse loginurls link
                domain host hostname homepage siteurl
                """
        case .note:
            names = """
                note notes comment comments description extra additionalinfo notiz notizen bemerkung kommentar remarque
                nota notas opmerking notatka poznamka anteckning заметка примечание примітка 备注 備註 メモ 메모
                """
        case .tag:
            names = """
                folder group grouping category tags tag vault ordner gruppe kategorie dossier groupe carpeta grupo
                cartella gruppo pasta map groep grupa skupina grupp klasor grup группа папка група 分组 群組 グループ 그룹
                """
        case .favorite: names = "favorite favourite fav favorit favori favorito preferito"
        case .pin: names = "pin pincode"
        case .encoding: names = "encoding secretencoding"
        case .status: names = "status"
        }
        return AccountPart.foldedNames(names)
    }
}
