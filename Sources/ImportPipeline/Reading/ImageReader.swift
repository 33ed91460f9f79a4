import Encodings
import Images
import TOTPDomain

/// An image file to the payloads of its QR codes.
package struct ImageReader: Sendable {
    private let decoders: [any ImageDecoder]
    let scanner: any QRCodeScanner

    private let drawer: PictureDrawer?
    let filePixels: Int

    /// - Parameters:
    ///   - drawsPictures: whether to draw each image small, for a page.
    ///   - filePixels: once the pages of a file have this many, further pages are not read.
    package init(
        decoders: [any ImageDecoder], scanner: any QRCodeScanner, drawsPictures: Bool = false,
        filePixels: Int = Limit.filePixels
    ) {
        (self.filePixels, self.decoders, self.scanner) = (filePixels, decoders, scanner)
        drawer = drawsPictures ? PictureDrawer(scanner: scanner) : nil
    }

    /// One image of a file.
    package struct PageReading: Sendable {
        /// The page, from 1; nil if the file has one image.
        package var page: Int?
        package var scan: QRScanResult
        /// The content of the codes in the scan, once they were looked into.
        package var codes: [ImageScan.Code] = []
        /// The background that made the codes readable, if parts of the image are transparent.
        var background = ImageBackground.white
        /// Whether there is an image at all.
        var hasImage = true
        /// The damage of the file or this page, if any.
        package var damage: String?
        /// Whether all rows could be read in spite of the damage.
        var hasAllRows = false
        /// The advice for the damage, if the usual advice does not help.
        var remedy: Advice?
        /// The image, drawn small, if it was asked for.
        package var picture: SourcePicture?

        /// Warnings for users.
        package var warnings: [Warning] {
            let damage = damage.map {
                Warning("the image is \($0)", remedy ?? "copy the file again if a code is missing")
            }
            let warnings = [damage].compactMap { $0 } + scan.complaints
            return page.map { page in warnings.map { $0.at("page \(page)") } } ?? warnings
        }

        /// Why a code may be missing.
        var doubts: Set<ImageDoubt> {
            var doubts: Set<ImageDoubt> = []
            if scan.unread > 0 { doubts.insert(scan.hasSmall ? .smallCode : .unreadCode) }
            if scan.incomplete > 0 { doubts.insert(.incompleteCode) }
            if damage != nil, !hasAllRows { doubts.insert(.missingRows) }
            return doubts
        }

        /// Whether there is something to say about it.
        fileprivate var isNotable: Bool { isPartial || scan.unread > 0 || !scan.payloads.isEmpty }

        /// Whether codes may be missing, or the file is damaged.
        package var isPartial: Bool { damage != nil || scan.isIncomplete }
    }

    /// Reads an image, unless the memory has it.
    func read(
        _ bytes: [UInt8], kind: SourceContent.ImageKind, _ memory: (any ImageMemory)?
    ) throws(SourceError) -> [PageReading] {
        guard let memory, let key = memory.key(of: bytes) else { return try read(bytes, kind: kind) }
        if let kept = memory.content(for: key), let readings = ImageReadings(kept) { return try readings.outcome.get() }
        let readings = ImageReadings(outcome: Result { () throws(SourceError) in try read(bytes, kind: kind) })
        if let content = readings.bytes { memory.keep(content, for: key) }
        return try readings.outcome.get()
    }

    /// Decodes and scans each image of a file; an image with transparent parts and no code over white also over black.
    ///
    /// - Returns: at least one. A page that cannot be read is a reading with damage, unless it is the only one.
    /// - Throws: ``SourceError``.
    package func read(_ bytes: [UInt8], kind: SourceContent.ImageKind) throws(SourceError) -> [PageReading] {
        let decoder = try decoder(of: kind)
        if let image = try decoder.largeImage(bytes) {
            var reading = try Self.reading(scanner.scan(image), damage: image.damage)
            if let drawer, let whole = try? decoder.decode(bytes, over: .white) {
                reading.picture = drawer.draw(whole.luma, reading.scan)
                decoder.recycle(whole)
            }
            return [reading]
        }
        let pages = try decoder.pages(of: bytes)
        var pixels = 0
        var film = pages.showsTime ? Film() : nil
        if pages.count == 1, pages.rest == nil, let only = try read(pages, 0, by: decoder, &pixels) { return [only] }
        var readings: [PageReading] = []
        // A code on several pages counts once.
        var payloads: Set<[UInt8]> = []
        var page = 0
        while page < pages.count {
            defer { page += 1 }
            do throws(SourceError) {
                // Blank pages pack so well that a small file has hours of them.
                guard pixels < filePixels else {
                    throw SourceError(
                        .limitExceeded, "the images before it have \(filePixels / 1_000_000) million pixels, the limit",
                        "save those with QR codes as a separate file")
                }
                guard var reading = try read(pages, page, by: decoder, &pixels) else {
                    film?.repeatFrame(page + 1)
                    continue
                }
                reading.page = page + 1
                reading.picture?.page = page + 1
                film?.add(reading)
                reading.scan.payloads.removeAll { !payloads.insert($0.bytes).inserted }
                // Most frames of an animation have nothing that a frame before them does not have.
                if pages.name != "frame" || readings.isEmpty || reading.isNotable { readings.append(reading) }
            } catch {
                if error.code == .limitExceeded {
                    return (film?.settled(readings) ?? readings) + [Self.end(at: page, of: pages, error)]
                }
                readings.append(Self.unread(page, "not readable: \(error.problem)", error.advice))
            }
        }
        if let rest = pages.rest { readings.append(Self.end(at: pages.count, of: pages, rest.reason)) }
        return film?.settled(readings) ?? readings
    }

    /// The first page that is not read, for all of them.
    private static func end(at page: Int, of pages: any ImagePages, _ reason: SourceError) -> PageReading {
        let total = counted(pages.rest?.total ?? pages.count, pages.name), verb = page == 1 ? "was" : "were"
        // Nobody knows how many frames a video has.
        let read = pages.showsTime ? counted(page, pages.name) : "\(page) of \(total)"
        return unread(page, "not read, nor any after it: \(reason.problem) (\(read) \(verb) read)", reason.advice)
    }

    private static func unread(_ page: Int, _ damage: String, _ remedy: Advice?) -> PageReading {
        PageReading(page: page + 1, scan: QRScanResult(payloads: []), hasImage: false, damage: damage, remedy: remedy)
    }

    private func decoder(of kind: SourceContent.ImageKind) throws(SourceError) -> any ImageDecoder {
        if let decoder = decoders.first(where: { $0.kinds.contains(kind) }) { return decoder }
        if let failure = kind.fileKind?.failure() {
            throw SourceError(.unsupportedImage, failure.problem, failure.advice)
        }
        let known = decoders.flatMap(\.kinds).map { $0.rawValue.uppercased() }.sorted().joined(separator: ", ")
        throw SourceError(
            .unsupportedImage,
            "this program cannot read \(kind.rawValue.uppercased()) images, only \(known)", .saveAsPNG)
    }

    /// The content of a document apart from its images; nil for other kinds.
    func besides(_ bytes: [UInt8], _ kind: SourceContent.ImageKind) -> BesideImages? {
        (try? decoder(of: kind))?.besides(bytes)
    }

    /// Decodes the images of a file again, to show them.
    ///
    /// - Parameter show: called with each image of the scan that can be decoded, in color if possible.
    func show(
        _ bytes: [UInt8], _ scan: ImageScan, _ show: (PageReading, LumaImage, RGBImage?) -> Void
    ) throws(SourceError) {
        let decoder = try decoder(of: scan.kind)
        let pages = try decoder.pages(of: bytes)
        for page in scan.pages where page.hasImage {
            let number = (page.page ?? 1) - 1, background = page.background
            guard number < pages.count, let image = try? pages.decode(page: number, over: background) else { continue }
            show(page, image.luma, pages.color(page: number, over: background))
            decoder.recycle(image)
        }
    }

    /// - Returns: nil for an image that looks like an earlier image of the file.
    private func read(
        _ pages: any ImagePages, _ page: Int, by decoder: any ImageDecoder, _ pixels: inout Int
    ) throws(SourceError) -> PageReading? {
        let image = try pages.decode(page: page, over: .white)
        if image.isRepeated, image.damage == nil { return nil }
        pixels += image.luma.width * image.luma.height
        let (damage, hasAllRows) = (image.damage, image.hasAllRows)
        let hasTransparency = image.hasTransparency
        var scan = scanner.scan(image.luma)
        var background = ImageBackground.white
        var picture = drawer?.draw(image.luma, scan)
        decoder.recycle(image)
        if scan.payloads.isEmpty, hasTransparency {
            // White modules on a transparent background, as dark-mode apps export them, are invisible over white.
            let luma = try pages.decode(page: page, over: .black).luma
            let overBlack = scanner.scan(luma)
            if !overBlack.payloads.isEmpty || overBlack.unread + overBlack.incomplete > 0 {
                (scan, background) = (overBlack, .black)
                picture = drawer?.draw(luma, scan)
            }
        }
        var reading = try Self.reading(scan, over: background, damage: damage)
        reading.hasAllRows = hasAllRows
        reading.picture = picture
        return reading
    }

    private static func reading(
        _ scan: QRScanResult, over background: ImageBackground = .white, damage: String?
    ) throws(SourceError) -> PageReading {
        if let damage, scan.payloads.isEmpty, !scan.isIncomplete {
            throw SourceError(.imageDamaged, "the image is \(damage), without a QR code", .takeAgain)
        }
        return PageReading(scan: scan, background: background, damage: damage)
    }
}

extension QRScanResult {
    /// Warnings for users that an account may be missing; empty if every code was read.
    package var complaints: [Warning] {
        var complaints: [Warning] = []
        if unread > 0, !hasSigns {
            let codes = unread == 1 ? "a QR code was" : "\(unread) QR codes were"
            complaints.append(Warning("\(codes) found but not read", "use a larger or sharper image"))
        }
        if incomplete > 0 {
            complaints.append(Warning("contains only a part of a larger QR code", "put all parts on one image"))
        }
        return complaints
    }
}

/// Why a QR code of an image may be missing from the result.
package enum ImageDoubt: Sendable, Hashable {
    /// A QR code can be seen, but not read: it is cropped, blurred or destroyed.
    case unreadCode
    /// A Micro QR or rMQR code can be seen, but not read.
    case smallCode
    /// Other parts of a larger QR code are not in the image.
    case incompleteCode
    /// The file is damaged, and rows could not be read.
    case missingRows
}
