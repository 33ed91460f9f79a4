/// Where the parts of an otpauth, motp or steam link stand in its bytes.
///
/// Found in one pass without an allocation: bulk validation reads millions of links a second through here. Links are
/// split by hand, since labels with raw blanks, `@`, `#` or `/` are common and a strict URL parser refuses them.
public struct KeyURIParts: Sendable, Hashable {
    public var scheme: KeyURIScheme
    /// `totp` in `otpauth://totp/…`; empty for other schemes.
    public var type = 0..<0
    /// Still percent-encoded.
    public var label = 0..<0

    /// Values of parameters, still percent-encoded: the first occurrence of each.
    public var secret: Range<Int>?
    public var issuer: Range<Int>?
    public var algorithm: Range<Int>?
    public var digits: Range<Int>?
    public var period: Range<Int>?
    public var counter: Range<Int>?
    public var pin: Range<Int>?
    public var pinLength: Range<Int>?
    public var encoder: Range<Int>?
    /// Stratum marks Steam accounts by a parameter `steam`, with or without a value.
    public var steam: Range<Int>?
    /// Ente's JSON of what it keeps beside the account: a note, tags and marks.
    public var codeDisplay: Range<Int>?

    /// - parameters:
    ///   - link: the bytes, from the scheme on; white space at the ends is not part of the link.
    ///   - scheme: what ``KeyURIScheme/find(in:)`` found there.
    public init(_ link: Span<UInt8>, scheme: KeyURIScheme) {
        self.scheme = scheme
        var start = scheme.prefix.utf8CodeUnitCount
        let end = link.count
        switch scheme {
        case .steam:
            var stop = start
            while stop < end, link[stop] != ASCII.slash, link[stop] != ASCII.question, link[stop] != ASCII.hash {
                stop += 1
            }
            secret = start..<stop
            return
        case .motp:
            for _ in 0..<2 where start < end && link[start] == ASCII.slash { start += 1 }
        case .otpauth, .migration:
            let typeStart = start
            while start < end, link[start] != ASCII.slash, link[start] != ASCII.question { start += 1 }
            type = typeStart..<start
            if start < end, link[start] == ASCII.slash { start += 1 }
        }
        let query = link.firstIndex(of: ASCII.question, in: start..<end) ?? end
        label = start..<query
        if query < end { readParameters(link, from: query + 1) }
    }

    private mutating func readParameters(_ link: Span<UInt8>, from start: Int) {
        // A `#` in the label is literal, one in the query ends it.
        let end = link.firstIndex(of: ASCII.hash, in: start..<link.count) ?? link.count
        var at = start
        while at < end {
            var equals = -1
            var stop = at
            while stop < end, link[stop] != ASCII.ampersand {
                if equals < 0, link[stop] == ASCII.equals { equals = stop }
                stop += 1
            }
            let name = at..<(equals < 0 ? stop : equals)
            assign(link, name, value: equals < 0 ? stop..<stop : (equals + 1)..<stop)
            at = stop + 1
        }
    }

    @inline(__always)
    private mutating func assign(_ link: Span<UInt8>, _ name: Range<Int>, value: Range<Int>) {
        switch name.count {
        case 3 where pin == nil && link.equals("pin", in: name): pin = value
        case 5 where steam == nil && link.equals("steam", in: name): steam = value
        case 6:
            if secret == nil, link.equals("secret", in: name) { secret = value }
            if issuer == nil, link.equals("issuer", in: name) { issuer = value }
            if digits == nil, link.equals("digits", in: name) { digits = value }
            if period == nil, link.equals("period", in: name) { period = value }
        case 7:
            if counter == nil, link.equals("counter", in: name) { counter = value }
            if encoder == nil, link.equals("encoder", in: name) { encoder = value }
        case 9 where algorithm == nil && link.equals("algorithm", in: name): algorithm = value
        case 10 where pinLength == nil && link.equals("pin_length", in: name): pinLength = value
        case 11 where codeDisplay == nil && link.equals("codedisplay", in: name): codeDisplay = value
        default: break
        }
    }
}
