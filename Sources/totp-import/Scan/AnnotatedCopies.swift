import Images
import ImportPipeline
import QRDraw
import SafeFile
import TOTPDomain

/// The folder of `scan --annotate`: a copy of each image with its codes outlined.
final class AnnotatedCopies {
    private let path: String
    private let folder: StagedFolder
    private var names = PictureNames()
    private(set) var count = 0

    /// A copy of one image.
    struct Picture: Sendable {
        var page: Int?
        /// Nil if there was not enough memory.
        var png: [UInt8]?
    }

    /// - Throws: ``FileError`` if the folder cannot be created, or exists and is not empty.
    init(_ path: String) throws(FileError) {
        self.path = path
        folder = try StagedFolder(for: path)
    }

    /// Draws one image: green is an account, gray a code without an account, amber a code that was not read.
    ///
    /// - Parameter color: the same image, if it can be read in color.
    static func draw(_ page: ImageReader.PageReading, _ image: LumaImage, _ color: RGBImage?) -> Picture {
        var outlines = page.scan.unreadPlaces.map {
            AnnotatedPicture.Outline(corners: $0, label: "?", color: .amber)
        }
        for code in page.codes {
            for corners in [code.payload.corners] + code.payload.otherPlaces {
                outlines.append(
                    AnnotatedPicture.Outline(
                        corners: corners, label: "\(code.position.code ?? 0)",
                        color: code.items.isEmpty ? .gray : .green))
            }
        }
        return Picture(page: page.page, png: AnnotatedPicture(image, color: color, outlines).png)
    }

    /// Writes the copies of one input.
    ///
    /// - Throws: ``FileError``.
    func write(_ pictures: [Picture], of input: String) throws {
        for picture in pictures {
            guard let png = picture.png else {
                throw FileError(.writeFailed, path: path, detail: "not enough memory to draw the image")
            }
            try folder.write(png, to: names.next(for: input, page: picture.page))
            count += 1
        }
    }

    /// Gives the folder its name, if there is something in it.
    ///
    /// - Throws: ``FileError``.
    func finish(_ reporter: Reporter) throws {
        guard count > 0 else { return reporter.note("\(path) not created: no image could be read") }
        try folder.commit()
        reporter.warning("\(path): the images show QR codes, which contain secrets; delete them after use")
    }
}

/// File names of images: taken from the inputs, as far as they are safe, each used once.
struct PictureNames {
    /// How often a name was asked for, ignoring case, which some file systems do.
    private var counts: [String: Int] = [:]

    private static let maximumByteCount = 120

    /// - Parameter page: for an input of several images.
    mutating func next(for input: String, page: Int?) -> String {
        let name = Self.stem(of: input) + (page.map { "-page-\($0)" } ?? "")
        var candidate = name
        while counts[candidate.lowercased()] != nil {
            counts[name.lowercased(), default: 1] += 1
            candidate = "\(name)-\(counts[name.lowercased(), default: 2])"
        }
        counts[candidate.lowercased()] = 1
        return "\(candidate).png"
    }

    /// The last component of a path without its extension; letters, digits and a few signs.
    private static func stem(of input: String) -> String {
        var stem = input == "-" ? "standard-input" : input.split(separator: "/").last.map(String.init) ?? ""
        if let dot = stem.lastIndex(of: "."), dot != stem.startIndex,
            SourceContent.ImageKind.allCases.contains(where: {
                $0.fileExtensions.contains(stem[stem.index(after: dot)...].lowercased())
            })
        {
            stem = String(stem[..<dot])
        }
        var safe = ""
        for character in stem {
            let isSafe = character.isLetter || character.isNumber || "-_ ()+.".contains(character)
            let next = isSafe ? character : "-"
            guard safe.utf8.count + next.utf8.count <= maximumByteCount else { break }
            safe.append(next)
        }
        // A hidden file would not be seen.
        let visible = safe.drop { $0 == "." || $0 == " " }
        return visible.isEmpty ? "image" : String(visible)
    }
}
