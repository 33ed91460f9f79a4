import Encodings
import TOTPDomain

/// The positions of the parts of an otpauth, motp or steam link in its bytes.
///
/// Found in one pass without an allocation: bulk validation reads millions of links per second here. Links are
/// split by hand, since labels with raw spaces, `@`, `#` or `/` are common and a strict URL parser refuses them.
package struct KeyURIParts: Sendable {
    package let scheme: KeyURIScheme
    /// Whether the name of a parameter is not in lower case (except `codeDisplay`, as Ente writes it).
    package private(set) var hasOddNames = false
    /// The parameters in the query, and those that are repeated.
    private(set) var present: KeyURIParameter.Members = []
    private(set) var repeated: KeyURIParameter.Members = []
    /// The issuer and those that codes depend on, if they are there with two values.
    private(set) var contradicted: KeyURIParameter.Members = []
    /// Whether some value is empty, or `null` ignoring case.
    package private(set) var hasEmptyValues = false

    @Place private var typePlace: Range<Int>?
    @Place private var labelPlace: Range<Int>?

    /// `totp` in `otpauth://totp/…`; empty for other schemes.
    package var type: Range<Int> { typePlace ?? 0..<0 }
    /// Still percent-encoded.
    package var label: Range<Int> { labelPlace ?? 0..<0 }

    // The first value of each parameter, still percent-encoded.
    @Place package private(set) var secret: Range<Int>?
    @Place package private(set) var issuer: Range<Int>?
    @Place package private(set) var algorithm: Range<Int>?
    @Place package private(set) var digits: Range<Int>?
    @Place package private(set) var period: Range<Int>?
    @Place package private(set) var counter: Range<Int>?
    @Place package private(set) var pin: Range<Int>?
    @Place package private(set) var pinLength: Range<Int>?
    @Place package private(set) var encoder: Range<Int>?
    /// Stratum marks Steam accounts with a parameter `steam`, with or without a value. Without a value, the empty
    /// range is after the name.
    @Place package private(set) var steam: Range<Int>?
    /// Ente writes note, tags and more in JSON.
    @Place package private(set) var codeDisplay: Range<Int>?

    /// The names of the first repeated parameter and of the first unknown parameter, and what follows the query, from
    /// its `#` on.
    @Place private(set) var firstRepeated: Range<Int>?
    @Place private(set) var firstUnknown: Range<Int>?
    @Place private(set) var fragment: Range<Int>?

    /// A range in a link of less than 4 GiB, or none: in half a word each, because the parts are made and passed on for
    /// every link.
    @propertyWrapper
    package struct Place: Sendable {
        private var start = UInt32.max
        private var end = UInt32.max

        package init() {}

        package var wrappedValue: Range<Int>? {
            @inline(__always) get { start == .max ? nil : Int(start)..<Int(end) }
            @inline(__always) set {
                start = newValue.map { UInt32(truncatingIfNeeded: $0.lowerBound) } ?? .max
                end = newValue.map { UInt32(truncatingIfNeeded: $0.upperBound) } ?? .max
            }
        }
    }

    /// - Parameters:
    ///   - link: the bytes, from the scheme on; white space at the ends is not part of the link. A link that ends
    ///     within the scheme, as a line may, has no parts.
    ///   - scheme: the result of ``KeyURIScheme/find(in:)`` for the link.
    package init(_ link: Span<UInt8>, scheme: KeyURIScheme) {
        self.scheme = scheme
        var start = scheme.prefix.utf8CodeUnitCount
        let end = link.count
        guard start <= end else { return }
        switch scheme {
        case .steam:
            secret = start..<((start..<end).first { "/?#".utf8.contains(link[$0]) } ?? end)
            return
        case .motp:
            if start < end, link[start] == ASCII.slash { start += 1 }
        case .otpauth, .migration, .apple, .appleMigration, .oneSlash:
            let typeStart = start
            while start < end, link[start] != ASCII.slash, link[start] != ASCII.question { start += 1 }
            typePlace = typeStart..<start
            if start < end, link[start] == ASCII.slash { start += 1 }
        }
        let query = link.firstIndex(of: ASCII.question, in: start..<end) ?? end
        labelPlace = start..<query
        if query < end { readParameters(link, from: query + 1) }
    }

    private mutating func readParameters(_ link: Span<UInt8>, from start: Int) {
        let end = link.count
        var at = start
        while at < end {
            let stop: Int
            if let (parameter, length) = KeyURIParameter.plain(link, at: at) {
                stop = Self.endOfValue(link, from: at + length)
                add(parameter, link, name: at..<(at + length - 1), value: (at + length)..<stop)
            } else {
                let (name, value) = Self.nameAndValue(link, from: at)
                stop = value.upperBound
                if at < stop { assign(link, name, value: value) }
            }
            // A `#` in the label is literal; in the query, it ends the link.
            if stop < end, link[stop] == ASCII.hash {
                fragment = stop..<end
                return
            }
            at = stop + 1
        }
    }

    /// The name of a parameter, and its value up to the next `&` or `#`: without a `=`, empty and behind the name.
    @inline(__always)
    static func nameAndValue(_ link: Span<UInt8>, from start: Int) -> (name: Range<Int>, value: Range<Int>) {
        let end = link.index(
            from: start,
            candidates: {
                ByteWord.places(of: ASCII.equals, in: $0) | ByteWord.places(of: ASCII.ampersand, in: $0)
                    | ByteWord.places(of: ASCII.hash, in: $0)
            },
            where: { $0 == ASCII.equals || $0 == ASCII.ampersand || $0 == ASCII.hash })
        let value = end < link.count && link[end] == ASCII.equals ? end + 1 : end
        return (start..<end, value..<endOfValue(link, from: value))
    }

    /// The place of the next `&` or `#`.
    @inline(__always)
    static func endOfValue(_ link: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index + 8 <= link.count {
            let word = link.word(at: index)
            let found = ByteWord.places(of: ASCII.ampersand, in: word) | ByteWord.places(of: ASCII.hash, in: word)
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < link.count, link[index] != ASCII.ampersand, link[index] != ASCII.hash { index += 1 }
        return index
    }

    /// Adds a parameter whose name has to be compared letter by letter.
    private mutating func assign(_ link: Span<UInt8>, _ name: Range<Int>, value: Range<Int>) {
        guard let parameter = Self.parameter(link, name, value) else {
            if firstUnknown == nil, saysSomething(link, name, value) { firstUnknown = name }
            return
        }
        if !present.contains(parameter), parameter != .codeDisplay,
            !link.equals(parameter.name, in: name) || link.hasUpperCase(in: name)
        {
            hasOddNames = true
        }
        add(parameter, link, name: name, value: value)
    }

    /// The parameter of that name, spelled in any way; nil if it is not known.
    static func parameter(_ link: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>) -> KeyURIParameter? {
        KeyURIParameter(link, name) ?? KeyURIParameter(spelledOddly: link, name)
            ?? KeyURIParameter(synonym: link, name, value)
    }

    @inline(__always)
    private mutating func add(_ parameter: KeyURIParameter, _ link: Span<UInt8>, name: Range<Int>, value: Range<Int>) {
        guard !present.contains(parameter) else { return addAgain(parameter, link, name: name, value: value) }
        present.insert(parameter)
        let length = value.upperBound - value.lowerBound
        if length == 0 || (length == 4 && link.equals("null", in: value)) { hasEmptyValues = true }
        withPlace(of: parameter) { $0.wrappedValue = value }
    }

    /// Few links have a parameter twice.
    @inline(never)
    private mutating func addAgain(
        _ parameter: KeyURIParameter, _ link: Span<UInt8>, name: Range<Int>, value: Range<Int>
    ) {
        repeated.insert(parameter)
        if firstRepeated == nil { firstRepeated = name }
        guard parameter == .issuer || KeyURIParameter.Members.ofCodes.contains(parameter) else { return }
        var first: Range<Int>?
        withPlace(of: parameter) { first = $0.wrappedValue }
        let isSame = first?.elementsEqual(value) { ASCII.lowercased(link[$0]) == ASCII.lowercased(link[$1]) }
        if isSame == false { contradicted.insert(parameter) }
    }

    /// Calls `body` with the place of a parameter's value, if the value is read.
    @inline(__always)
    private mutating func withPlace(of parameter: KeyURIParameter, _ body: (inout Place) -> Void) {
        switch parameter {
        case .secret: body(&_secret)
        case .issuer: body(&_issuer)
        case .algorithm: body(&_algorithm)
        case .digits: body(&_digits)
        case .period: body(&_period)
        case .counter: body(&_counter)
        case .pin: body(&_pin)
        case .pinLength: body(&_pinLength)
        case .encoder: body(&_encoder)
        case .steam: body(&_steam)
        case .codeDisplay: body(&_codeDisplay)
        case .color, .data, .deviceID, .icon, .image, .lock, .serial, .uuid, .twoStepSalt, .twoStepOutput,
            .twoStepDifficulty:
            break
        }
    }
}
