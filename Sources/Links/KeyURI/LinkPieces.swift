import Encodings
import TOTPDomain

/// The lines of a link, joined.
struct LinkPieces: Sendable {
    let first: [UInt8]
    private(set) var whole: [UInt8]
    /// Without the `=` that ends each line in quoted-printable; nil if a line does not end with it.
    private var soft: [UInt8]?

    init(_ text: Span<UInt8>, _ range: Range<Int>) {
        first = text.extracting(range).withUnsafeBufferPointer { Array($0) }
        whole = first
        soft = first
    }

    mutating func append(_ next: [UInt8]) {
        whole += next
        soft = softStart.map { $0 + next }
    }

    /// The text before the next line in quoted-printable.
    private var softStart: [UInt8]? { soft.flatMap { $0.last == ASCII.equals ? Array($0.dropLast()) : nil } }

    /// The scheme of a link whose first line ends within it.
    func scheme(with next: [UInt8]) -> KeyURIScheme? {
        KeyURIScheme.find(in: (whole + next).span).flatMap { $0.start == 0 ? $0.scheme : nil }
    }

    func judgement(of next: [UInt8], _ lineBreak: LinkBreak, _ scheme: KeyURIScheme) -> LinkBreak.Judgement {
        let plain = lineBreak.judgement(whole, next, scheme)
        guard plain != .joined, let softStart else { return plain }
        let goesOn = next.last == ASCII.equals
        let end = goesOn ? next.dropLast() : next[...]
        guard goesOn || !LinkBreak.endsWithPadding(whole) else {
            let judged = lineBreak.judgement(softStart, next, scheme)
            return judged == .apart ? plain : .unclear
        }
        var judged = LinkBreak(isFull: true, hasMore: lineBreak.hasMore)
            .judgement(MailSource.decoded(softStart), Array(end), scheme)
        // A mail program broke the line, whatever its length is.
        if judged == .unclear, !lineBreak.hasMore { judged = .joined }
        return judged == .apart || judged == .unclearName ? plain : judged
    }

    /// The link, if it can be read, and in one way.
    func link(_ scheme: KeyURIScheme) -> [UInt8]? {
        var candidates = [whole]
        if let soft, soft != whole {
            let decoded = MailSource.decoded(soft)
            candidates = decoded == soft ? [whole, soft] : [decoded]
        }
        var read = candidates.compactMap { bytes in
            LinkReading(bytes, scheme, startingWith: first).map { (bytes: bytes, reading: $0) }
        }
        if read.contains(where: \.reading.isClean) { read.removeAll { !$0.reading.isClean } }
        guard let found = read.first, read.allSatisfy({ $0.reading == found.reading }) else { return nil }
        return LinkFinder.undressed(found.bytes.span) ?? found.bytes
    }
}

/// The content of a link, for comparing two ways to put it together.
struct LinkReading: Equatable {
    private let content: [AnyHashable]
    /// Whether it has only parameters that are known, and no `=` in their values.
    let isClean: Bool

    /// Nil for a link that cannot be read.
    ///
    /// - Parameter first: the part in the first line.
    init?(_ bytes: [UInt8], _ scheme: KeyURIScheme, startingWith first: [UInt8]? = nil) {
        let link = LinkFinder.undressed(bytes.span) ?? bytes
        // The line may end within the scheme.
        guard link.count >= scheme.prefix.utf8CodeUnitCount else { return nil }
        if scheme.readAs == .migration {
            guard let message = MigrationLink.message(of: link.span) else { return nil }
            content = [message]
            isClean = true
            return
        }
        let parts = KeyURIParts(link.span, scheme: scheme)
        guard parts.repeated.isEmpty, let item = KeyURI.parse(link.span, parts).account else { return nil }
        if let first, scheme.readAs == .otpauth || scheme == .steam,
            let secret = Self.digits(link, scheme), secret.count > (Self.digits(first, scheme)?.count ?? 0),
            !Base32.canHave(secret.count)
        {
            return nil
        }
        content = [item.issuer, item.name, item.secret, item.parameters, item.pin]
        let label = link.span.firstIndex(of: ASCII.equals, in: parts.label) == nil
        isClean = label && parts.firstUnknown == nil && Self.hasCleanValues(link)
    }

    private static func digits(_ link: [UInt8], _ scheme: KeyURIScheme) -> [UInt8]? {
        KeyURIParts(link.span, scheme: scheme).secret.map { range in
            PercentCoding.decodedBytes(link.span.extracting(range), plusIsSpace: true)
                .filter { Base32.values[Int($0)] < 32 }
        }
    }

    private static func hasCleanValues(_ link: [UInt8]) -> Bool {
        guard let question = link.firstIndex(of: ASCII.question) else { return true }
        return link[(question + 1)...].split(separator: ASCII.ampersand).allSatisfy { parameter in
            let end = parameter.lastIndex { $0 != ASCII.equals } ?? parameter.startIndex
            return parameter[...end].count { $0 == ASCII.equals } <= 1
        }
    }
}
