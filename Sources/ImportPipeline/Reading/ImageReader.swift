public import TOTPDomain

/// An image file to the payloads of its QR codes.
public struct ImageReader: Sendable {
    private let decoders: [any ImageDecoder]
    private let scanner: any QRCodeScanner

    public init(decoders: [any ImageDecoder], scanner: any QRCodeScanner) {
        self.decoders = decoders
        self.scanner = scanner
    }

    /// One image of a file.
    public struct Reading: Sendable {
        /// The page, from 1; nil if the file has one image.
        public var page: Int?
        public var scan: QRScanResult
        /// What is wrong with the file or this page, if anything.
        public var damage: String?
        /// The part of the file that was not read, if any.
        public var omission: String?

        /// What users should know.
        public var warnings: [String] {
            let warnings = [damage.map { "the image is \($0)" }, omission].compactMap { $0 } + scan.complaints
            return page.map { page in warnings.map { "page \(page): \($0)" } } ?? warnings
        }

        /// The payloads, in reading order, each with its position.
        public var codes: [(position: EntryPosition, payload: QRPayload)] {
            scan.payloads.enumerated().map { (EntryPosition(page: page, code: $0 + 1), $1) }
        }

        /// Whether codes may be missing.
        public var isPartial: Bool { damage != nil || scan.unread + scan.incomplete > 0 }
    }

    /// Decodes and scans each image of a file; an image with transparent parts and no code over white also over black.
    ///
    /// - returns: at least one. A page that cannot be read is a reading with damage, unless it is the only one.
    /// - throws: ``SourceError``.
    public func read(_ bytes: [UInt8], kind: SourceContent.ImageKind) throws(SourceError) -> [Reading] {
        guard let decoder = decoders.first(where: { $0.kinds.contains(kind) }) else {
            let known = decoders.flatMap(\.kinds).map { $0.rawValue.uppercased() }.sorted().joined(separator: ", ")
            throw SourceError(
                .unsupportedImage,
                "this program cannot read \(kind.rawValue.uppercased()) images, only \(known); save it as PNG")
        }
        if let image = try decoder.largeImage(bytes) {
            let scan = scanner.scan(image)
            return [try Self.reading(scan, damage: image.damage, omission: nil)]
        }
        let pages = try decoder.pages(of: bytes)
        if pages.count == 1 { return [try read(pages, 0, by: decoder)] }
        var readings: [Reading] = []
        for page in 0..<pages.count {
            do throws(SourceError) {
                readings.append(try read(pages, page, by: decoder))
            } catch {
                readings.append(Reading(scan: QRScanResult(payloads: []), damage: "not readable: \(error.message)"))
            }
            readings[page].page = page + 1
        }
        return readings
    }

    private func read(
        _ pages: any ImagePages, _ page: Int, by decoder: any ImageDecoder
    ) throws(SourceError) -> Reading {
        let image = try pages.decode(page: page, over: .white)
        let (damage, omission, hasTransparency) = (image.damage, image.omission, image.hasTransparency)
        var scan = scanner.scan(image.luma)
        decoder.recycle(image)
        if scan.payloads.isEmpty, hasTransparency {
            // White modules on a transparent background, as dark-mode apps export them, are invisible over white.
            let overBlack = scanner.scan(try pages.decode(page: page, over: .black).luma)
            if !overBlack.payloads.isEmpty || overBlack.unread + overBlack.incomplete > 0 { scan = overBlack }
        }
        return try Self.reading(scan, damage: damage, omission: omission)
    }

    private static func reading(
        _ scan: QRScanResult, damage: String?, omission: String?
    ) throws(SourceError) -> Reading {
        if let damage, scan.payloads.isEmpty, scan.unread + scan.incomplete == 0 {
            throw SourceError(.imageDamaged, "the image is \(damage), without a QR code; take it again")
        }
        return Reading(scan: scan, damage: damage, omission: omission)
    }
}

extension QRScanResult {
    /// What users should know because an account may be missing; empty if every code was read.
    public var complaints: [String] {
        var complaints: [String] = []
        if unread > 0 {
            let codes = unread == 1 ? "a QR code was" : "\(unread) QR codes were"
            complaints.append("\(codes) found but not read; take a larger or sharper picture")
        }
        if incomplete > 0 {
            complaints.append("contains only a part of a larger QR code; put all parts on one image")
        }
        return complaints
    }
}
