import Encodings
import TOTPDomain

extension SourceReader {
    /// Reads the attachments of logins as the files of an archive, and names those that are neither images nor exports.
    func readAttachments(
        _ attachments: [Attachment], of input: Input, into result: inout SourceResult, _ turn: PromptTurn?
    ) async {
        var reader = self
        reader.isWithinExport = true
        var others: [String] = []
        for (index, attachment) in attachments.enumerated() {
            guard !isWithinExport, index < Limit.attachments, let bytes = attachment.bytes else {
                others.append(attachment.place)
                continue
            }
            let file = Input(
                name: "\(input.name):\(attachment.place)", location: .memory(bytes), folder: input.folder ?? input.name)
            let part = await reader.readAlone(file, turn)
            if part.status == .skipped {
                others.append(attachment.place)
            } else if !part.isPlainImage {
                result.take(part, of: attachment.place.printable(limit: Limit.shownName))
            }
        }
        guard let first = others.first else { return }
        let names = first.printable(limit: Limit.shownName) + (others.count > 1 ? " and \(others.count - 1) more" : "")
        result.warnings.append(
            Warning(
                "\(counted(others.count, "attachment")) not read: \(names)",
                "save those with a QR code or an export as files"))
    }
}

extension SourceResult {
    /// - Parameter place: of an attachment.
    fileprivate mutating func take(_ part: SourceResult, of place: String) {
        records += part.records
        entries += part.entries.map { $0.of(place) }
        skipped.add(part.skipped)
        migrationParts += part.migrationParts
        doubts.formUnion(part.doubts)
        furtherLinks += part.furtherLinks
        if part.hasAccounts { warnings.removeAll { $0.topic == .noCodes && $0.place == nil } }
        let failure = part.failure.map { Warning($0.problem, $0.advice) }
        warnings += (part.warnings + [failure].compactMap { $0 }).map { warning in
            warning.at(warning.place.map { "\(place), \($0)" } ?? place)
        }
        if part.status == .partial || part.status == .failed { status = .partial }
    }
}

extension SourceResult.Entry {
    fileprivate func of(_ attachment: String) -> Self {
        guard case .rejected(var rejection) = outcome else { return self }
        rejection.position.attachment = attachment
        return Self(format: format, outcome: .rejected(rejection))
    }
}
