import AnythingFormats
import Encodings
import FormatEngine
import TOTPDomain

/// A seed list whose header names the serial numbers of tokens and their seeds, but not the encoding of the seeds.
///
/// The seeds are hexadecimal if all can be, and at least one cannot be base32. The list is then a table with known
/// columns.
struct SeedTable {
    private let serial, seed: Int
    private let header: [String]

    private static let serials: Set<String> = [
        "serial", "serialnumber", "serialno", "serialnr", "serialnum", "sn", "tokenserial", "tokenserialnumber",
        "tokensn", "seriennummer",
    ]
    private static let seeds: Set<String> = [
        "seed", "tokenseed", "seedvalue", "seedkey", "secretseed", "otpseed", "totpseed", "hotpseed", "oathseed",
        "seedhex", "hexseed", "secret", "secretkey", "tokensecret", "secrethex", "hexsecret", "secretkeyhex",
    ]

    /// nil for another kind of table, or if its seeds may be base32.
    init?(_ content: SourceContent) {
        let header = content.csvHeader, names = header.map(AccountPart.folded)
        let serials = names.indices.filter { Self.serials.contains(names[$0]) }
        let seeds = names.indices.filter { Self.seeds.contains(names[$0]) }
        guard serials.count == 1, seeds.count == 1,
            var table = try? CSVTable(content.text)
        else { return nil }
        (serial, seed) = (serials[0], seeds[0])
        self.header = header
        var isCertain = false
        do throws(SourceError) {
            while let row = try table.next() {
                let cell = row.cell(seed)
                guard !TypedSecret.isNothing(cell) else { continue }
                guard SecretEvidence.isSecret(cell, in: .hex) else { return nil }
                isCertain = isCertain || SecretForm(cell.utf8) == nil
            }
        } catch { return nil }
        guard isCertain else { return nil }
    }

    func document(_ request: ImportRequest, _ format: FormatID) throws(SourceError) -> ImportedDocument {
        let columns = GuessedColumns(header)
        var request = request
        // The serial number is the only name that a token has.
        let name = columns.ofNames.isEmpty ? ",name=\(serial + 1)" : ""
        request.columns = try? TableColumns("secret=\(seed + 1)" + name)
        request.secretEncoding = .hex
        var document = try LoginTableFormat().read(request)
        document.format = format
        try addSerials(to: &document, request.content)
        if columns[.kind].isEmpty {
            document.warnings.append(
                Warning(
                    "the list does not say of which type its tokens are: they were read as time-based",
                    "compare the codes with the tokens"))
        }
        return document
    }

    /// A row belongs to the account with its seed.
    private func addSerials(to document: inout ImportedDocument, _ content: SourceContent) throws(SourceError) {
        var table = try CSVTable(content.text)
        var tokens: [[UInt8]: [Account.Token?]] = [:]
        while let row = try table.next() {
            guard var draft = try? AccountDraft(secret: row.cell(seed), in: .hex) else { continue }
            try? draft.take(serial: row.cell(serial))
            tokens[draft.secret, default: []].append(draft.token)
        }
        for (index, entry) in document.entries.enumerated() {
            guard case .item(var item) = entry, let ofSeed = tokens[item.secret.bytes], Set(ofSeed).count == 1 else {
                continue
            }
            item.token = ofSeed[0]
            document.entries[index] = .item(item)
        }
    }
}
