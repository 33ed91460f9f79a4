import Encodings
import Images
import Links
import TOTPDomain

/// The QR codes of an image file, each with its content.
package struct ImageScan: Sendable {
    package let kind: SourceContent.ImageKind
    /// A single image, or the pages of a document.
    let pages: [ImageReader.PageReading]
    /// In reading order, page after page.
    package let codes: [Code]

    init(kind: SourceContent.ImageKind, pages: [ImageReader.PageReading]) {
        (self.kind, self.pages) = (kind, pages)
        codes = pages.flatMap(\.codes)
    }

    /// Codes that were found but not read.
    package var unread: Int { pages.reduce(0) { $0 + $1.scan.unread + $1.scan.incomplete } }
    /// Their corners.
    package var unreadPlaces: [[QRPayload.Point]] { pages.flatMap(\.scan.unreadPlaces) }
    /// Whether codes may be missing: an image is damaged, or a code was not read.
    var isPartial: Bool { pages.contains(where: \.isPartial) }
    /// Why a code may be missing.
    var doubts: Set<ImageDoubt> { pages.reduce(into: []) { $0.formUnion($1.doubts) } }
    /// Warnings for users about the images.
    var warnings: [Warning] { pages.flatMap(\.warnings) }
    /// The images, drawn small, if they were asked for.
    var pictures: [SourcePicture] { pages.compactMap(\.picture) }

    /// Whether an account may be missing. A QR code that is not an account is not a problem: it was found.
    package var hasProblem: Bool { isPartial || codes.isEmpty }

    /// Warnings for users, apart from the accounts.
    var complaints: [Warning] {
        warnings + codes.compactMap(doubt(about:)) + missing + [otherCodesWarning].compactMap { $0 }
    }

    /// The warning about the character set of a code.
    private func doubt(about code: Code) -> Warning? {
        guard code.document != nil, let warning = code.text.doubt.flatMap(Warning.init) else { return nil }
        return codes.count == 1 ? warning : warning.at("\(code.position)")
    }

    /// The warning about an image without a code, unless other warnings say why.
    private var missing: [Warning] {
        guard codes.isEmpty, !isPartial else { return [] }
        if kind == .printed { return [.codeOfTextNotRead] }
        if kind == .video { return [doubts.contains(.unreadCode) ? .codeOfVideoNotRead : .noCodeInVideo] }
        if doubts.contains(.smallCode) { return [.smallCodeNotRead] }
        return [doubts.contains(.unreadCode) ? .codeNotRead : .noCodeFound]
    }

    package struct Code: Sendable {
        /// The page, if there are several, and the code on it.
        package var position: EntryPosition
        package var payload: QRPayload
        /// The payload as text.
        var text: DecodedText
        /// Nil for a code that is not about accounts. A code that cannot be opened is a document with a rejected entry.
        package var document: ImportedDocument?
        /// The app that a code without accounts belongs to, if its secrets cannot be exported.
        package var withoutExport: (any FormatWithoutExport)?

        /// The accounts, without rejected entries.
        package var items: [Account] { document?.accounts ?? [] }

        package var rejections: [EntryRejection] {
            (document?.entries ?? []).compactMap { if case .rejected(let rejection) = $0 { rejection } else { nil } }
        }
    }

    /// The ledger's view.
    func result(_ input: Input) -> SourceResult {
        var result = SourceResult(input, format: kind.rawValue)
        result.codes = codes.count
        result.doubts = doubts
        result.warnings = warnings
        result.pictures = pictures
        for code in codes {
            let start = result.entries.count
            if let document = code.document { result.take(document, doubt(about: code)) }
            guard let index = pictures.firstIndex(where: { $0.page == code.position.page }) else { continue }
            result.pictures[index].codes.append(
                SourcePicture.Code(corners: code.payload.corners, entries: start..<result.entries.count))
        }
        // Counted from the payloads, so the ledger notices a code that is neither a document nor skipped.
        let documents = codes.count { $0.document != nil }
        result.records += codes.count - documents
        let others = otherCodes
        result.skipped.add(.notAnAccount, count: others.count)
        if result.hasRejections || isPartial {
            result.status = .partial
        } else if codes.count == others.count {
            result.status = .noCode
        }
        result.warnings += missing + [otherCodesWarning].compactMap { $0 }
        return result
    }

    private var otherCodes: [EntryPosition] { codes.filter { $0.document == nil }.map(\.position) }

    /// The warning about codes that are not accounts, nil if all are.
    private var otherCodesWarning: Warning? {
        let others = otherCodes
        if others.isEmpty { return nil }
        if others.count == codes.count {
            let app = codes.first?.withoutExport
            let isOneApp = codes.allSatisfy { $0.withoutExport?.description.id == app?.description.id }
            let failure = isOneApp ? app?.failure : nil
            return Warning(
                "\(counted(codes.count, "QR code")) found, but no account: "
                    + (failure?.problem ?? "a web address or other text"), failure?.advice, on: .codesWithoutAccount)
        }
        let isOnePage = others.allSatisfy { $0.page == nil }
        let list = others.map { isOnePage ? "\($0.code ?? 0)" : "\($0)" }.joined(separator: isOnePage ? ", " : "; ")
        let subject = isOnePage ? (others.count == 1 ? "code \(list)" : "codes \(list)") : list
        return Warning(
            "\(subject) \(others.count == 1 ? "is not an account" : "are not accounts"); skipped",
            on: .codesWithoutAccount)
    }
}

extension Warning {
    /// About an image without a QR code.
    static let noCodeFound = Warning(
        "no QR code found",
        .text(
            "if you see one, take the image again, sharp and large, with the whole code and white around it",
            onPage: "if you see one, take the image again, sharp and from near; otherwise remove the image"))
    /// About a video without a QR code.
    static let noCodeInVideo = Warning(
        "no QR code found in two frames of each second",
        "if you see one, record it again, sharp and for two seconds, or take a screenshot of it")
    /// About a video with a QR code that is cut off, blurred or destroyed.
    static let codeOfVideoNotRead = Warning(
        "a QR code can be seen but not read", "record it again, sharp and for two seconds, or take a screenshot of it")
    /// About an image with a Micro QR or rMQR code.
    static let smallCodeNotRead = Warning(
        "a code of a small kind (Micro QR or rMQR) can be seen but not read", "take an ordinary QR code of the account")
    /// About a text with a QR code that is cut off or damaged.
    static let codeOfTextNotRead = Warning(
        "a QR code can be seen in this text but not read",
        "print it again and save all of it, or take a screenshot of the terminal")
    /// About an image with a QR code that is cut off, blurred or destroyed.
    static let codeNotRead = Warning(
        "a QR code can be seen but not read", "take the image again, sharp and with the whole QR code")
}

extension ImageScan.Code {
    /// The content of the code, for users: the label of its account, or the number of accounts.
    package var summary: String {
        guard let document else { return "not an account, \(counted(payload.bytes.count, "byte"))" }
        let (items, rejections) = (items, rejections)
        let isMigration = document.format == MigrationLink.format
        let what = isMigration ? "Google Authenticator export, " : ""
        if items.isEmpty, rejections.count == 1 { return what + Self.rejected(rejections[0]) }
        guard isMigration || items.count + rejections.count > 1 else { return items.first?.label ?? "no account" }
        let more = rejections.isEmpty ? "" : ", \(rejections.count) rejected"
        let part = document.migrationParts.first.map { $0.size > 1 ? ", part \($0.index + 1) of \($0.size)" : "" }
        return "\(what)\(counted(items.count, "account"))\(more)\(part ?? "")"
    }

    private static func rejected(_ rejection: EntryRejection) -> String {
        "rejected\(rejection.label.isEmpty ? "" : " (\(rejection.label))"): \(rejection.reason)"
    }
}
