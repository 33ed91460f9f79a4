import Containers
import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// WinAuth's own file, `winauth.xml` (`Docs/formats/winauth-xml.md`).
package struct WinAuthXMLFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "winauth-xml",
        app: "WinAuth (winauth.xml)",
        file: "XML",
        encryption: .optional,
        exportSteps: .text(
            "If WinAuth starts, export from it. Else copy %APPDATA%\\WinAuth\\winauth.xml, or the file beside a "
                + "portable WinAuth"),
        keepsake: .ownData("WinAuth's data, with revocation codes of Steam that are not taken")
    )

    package func recognizes(_ content: SourceContent) -> Bool {
        content.isMarkup && XMLElement.rootName(of: content.text) == WinAuthFile.root
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        var file = WinAuthFile(request)
        try file.add(request.content.text)
        if file.accounts.isEmpty, !file.unread.isEmpty { throw .mayBeNewer(WinAuthFile.account) }
        try file.checkPassphrase()
        let accounts = PlantedLoss.applied(to: file.accounts)
        return try document(of: accounts, records: file.records, request.limits, unread: file.unread)
    }
}

/// The accounts of a file, which may have encrypted parts inside encrypted parts.
struct WinAuthFile {
    static let root = "WinAuth", account = "WinAuthAuthenticator"

    private(set) var accounts: [WinAuthAccount] = []
    /// The number of accounts, by their tags.
    private(set) var records = 0
    private(set) var unread = UnreadNames()
    /// Whether a passphrase opened the list of accounts: then an account whose own passphrase is missing is rejected
    /// alone.
    private var isListOpened = false
    private let request: ImportRequest

    /// The whole file in the file of an old version, and the list of accounts in it.
    private static let deepest = 3
    /// The second is WinAuth's before version 3.
    private static let accountNames: Set<String> = [account, "authenticator"]
    private static let sealed = "data", list = "config"

    /// Everything that WinAuth writes of an account. The serial and the like of an account are in its secret's text.
    private static let known = KnownNames(
        """
        WinAuthAuthenticator authenticator authenticatordata created lastused autorefresh allowcopy \
        copyoncode hideserial skin servertimediff lastservertime restorecodeverified
        """,
        attributes: "id type encrypted", opaque: "hotkey autologin", single: "secretdata name")
    /// The settings beside the accounts.
    private static let settings = KnownNames(
        """
        alwaysontop usetrayicon notifyaction startwithwindows autosize left top width height shadowtype pgpkey skin \
        autorefresh allowcopy copyoncode hideserial data
        """,
        attributes: "encrypted sha1 md5", opaque: "settings autologin")

    init(_ request: ImportRequest) { self.request = request }

    /// Adds the accounts of a document.
    mutating func add(_ text: [UInt8], depth: Int = 1) throws(SourceError) {
        var encryption = "", isList = false
        var children: [XMLElement] = []
        let limits = request.limits
        try XMLElement.read(
            text,
            root: { element throws(SourceError) in
                isList = [Self.root, Self.list].contains(element.name)
                encryption = element.attribute("encrypted")
            },
            child: { element throws(SourceError) in
                children.append(element)
                try limits.check(records: children.count)
            })
        guard isList else { throw .damaged("its encrypted part is not a list of accounts") }
        records += XMLTags.count(in: text.span) { tag, text in Self.accountNames.contains(tag.localName(in: text)) }
        if !encryption.isEmpty { try add(sealed: try XMLTree(text).string, encryption, depth) }
        for child in children {
            if Self.accountNames.contains(child.name) {
                accounts.append(WinAuthAccount(child, try WinAuthData(of: child, request)))
                Self.known.addUnread(in: child, to: &unread)
                try limits.check(records: accounts.count)
            } else {
                Self.settings.addUnread(in: child, to: &unread, entries: 0)
                if child.name == Self.sealed {
                    try add(sealed: child.trimmedText, child.attribute("encrypted"), depth)
                }
            }
        }
    }

    private mutating func add(sealed text: String, _ encryption: String, _ depth: Int) throws(SourceError) {
        guard depth < Self.deepest else { throw .damaged("its parts are encrypted more than twice") }
        guard !encryption.isEmpty else { throw .damaged("it does not say how its accounts are encrypted") }
        if let obstacle = SourceError.obstacle(encryption) { throw obstacle }
        let box = try WinAuthBox(text)
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        let opened = try box.open(passphrase, request.limits)
        let document = SourceContent(opened.bytes).text
        let root = XMLElement.rootName(of: document)
        guard root == Self.root || root == Self.list else {
            throw opened.isVerified ? .damaged("its encrypted part is not a list of accounts") : .wrongPassphrase
        }
        isListOpened = true
        try add(document, depth: depth + 1)
    }

    /// - Throws: ``SourceError`` with `password-required` or `wrong-password` if accounts have passwords of their own,
    ///   and no such password is known.
    func checkPassphrase() throws(SourceError) {
        let opened = accounts.compactMap(\.data.isOpened)
        guard !opened.isEmpty, !opened.contains(true), !isListOpened else { return }
        throw request.passphrase == nil ? .passphraseRequired : .wrongPassphrase
    }
}

extension SourceError {
    /// Why a password alone does not open a part of WinAuth's file; nil if there is only a password. `letters` has a
    /// letter for each way in which the part is encrypted, the outermost first.
    static func obstacle(_ letters: String) -> SourceError? {
        if letters.contains(where: { "um".contains($0) }) {
            return SourceError(
                .accountRestricted, "encrypted for one Windows computer or user",
                "open it with WinAuth on that computer, and use Export there")
        }
        if letters.contains(where: { "ab".contains($0) }) {
            return SourceError(
                .accountRestricted, "encrypted with a YubiKey",
                "open it with WinAuth and the YubiKey, and use Export there")
        }
        return letters == "y"
            ? nil
            : SourceError(
                .unsupportedVersion, "encrypted in an unknown way", "open it with WinAuth, and use Export there")
    }
}

/// A text that WinAuth encrypted with a password.
///
/// Its hash is of the plaintext, so it proves the passphrase. WinAuth before version 3.1 wrote no hash.
struct WinAuthBox {
    private let salt: [UInt8]
    private let hash: [UInt8]
    private let box: ArraySlice<UInt8>

    private static let magic = Array("WINAUTH3".utf8)
    private static let saltCount = 8
    private static let iterations = 2000

    /// - Throws: ``SourceError`` with `corrupt`.
    init(_ text: String) throws(SourceError) {
        guard let bytes = Hex.decode(text.utf8WithoutSpace) else {
            throw .damaged("its encrypted part is not hexadecimal")
        }
        if bytes.starts(with: Self.magic) {
            let start = Self.magic.count + Self.saltCount, end = start + Digest.sha256.byteCount
            guard bytes.count > end else { throw .damaged("its encrypted part is cut off") }
            salt = Array(bytes[Self.magic.count..<start])
            hash = Array(bytes[start..<end])
            box = bytes[end...]
        } else {
            (salt, hash, box) = ([], [], bytes[...])
        }
        let count = box.count - Self.saltCount
        guard count > 0, count.isMultiple(of: BlowfishECB.blockCount) else {
            throw .damaged("its encrypted part is cut off")
        }
    }

    /// - Returns: the plaintext, and whether a hash proves it.
    /// - Throws: ``SourceError`` with `wrong-password` or `limit-exceeded`.
    func open(
        _ passphrase: Passphrase, _ limits: ImportLimits
    ) throws(SourceError) -> (bytes: [UInt8], isVerified: Bool) {
        let key = try limits.pbkdf2(
            .sha1, passphrase: passphrase, salt: Array(box.prefix(Self.saltCount)), iterations: Self.iterations,
            count: BlowfishECB.keyCount)
        let plain = try SourceError.decrypting(
            BlowfishECB.open(Array(box.dropFirst(Self.saltCount)), key: key).copied())
        guard !hash.isEmpty else { return (plain, false) }
        guard try SourceError.decrypting(Digest.sha256.hash(salt + plain)) == hash else { throw .wrongPassphrase }
        return (plain, true)
    }
}
