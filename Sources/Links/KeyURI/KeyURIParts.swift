import Encodings
import TOTPDomain

/// The positions of the parts of an otpauth, motp or steam link in its bytes.
///
/// Found in one pass without an allocation: bulk validation reads millions of links per second here. Links are
/// split by hand, since labels with raw spaces, `@`, `#` or `/` are common and a strict URL parser refuses them.
@usableFromInline
package struct KeyURIParts: Sendable {
    package var scheme: KeyURIScheme
    /// Whether the name of a parameter is not in lower case (except `codeDisplay`, as Ente writes it).
    package private(set) var hasOddNames = false
    /// The parameters in the query, and those that are repeated.
    package private(set) var present: KeyURIParameter.Members = []
    package private(set) var repeated: KeyURIParameter.Members = []
    /// The issuer and those that codes depend on, if they are there with two values.
    package private(set) var contradicted: KeyURIParameter.Members = []
    /// Whether some value is empty, or `null` ignoring case.
    package private(set) var hasEmptyValues = false

    // Positions in half a word each: this is made and passed on for every link.
    @usableFromInline var typePlace = Place()
    @usableFromInline var labelPlace = Place()
    @usableFromInline var values = Values()
    @usableFromInline var repeatedPlace = Place()
    @usableFromInline var unknownPlace = Place()
    @usableFromInline var fragmentPlace = Place()

    /// The value of each parameter that is read.
    @usableFromInline
    struct Values: Sendable {
        @usableFromInline var secret = Place()
        @usableFromInline var issuer = Place()
        @usableFromInline var algorithm = Place()
        @usableFromInline var digits = Place()
        @usableFromInline var period = Place()
        @usableFromInline var counter = Place()
        @usableFromInline var pin = Place()
        @usableFromInline var pinLength = Place()
        @usableFromInline var encoder = Place()
        @usableFromInline var steam = Place()
        @usableFromInline var codeDisplay = Place()

        init() {}

        /// The value of the issuer, or of a parameter that codes depend on.
        func compared(_ parameter: KeyURIParameter) -> Place? {
            switch parameter {
            case .secret: secret
            case .issuer: issuer
            case .algorithm: algorithm
            case .digits: digits
            case .period: period
            case .counter: counter
            case .pin: pin
            case .encoder: encoder
            case .steam: steam
            default: nil
            }
        }

        /// Does nothing for parameters that are not read.
        @inline(__always)
        mutating func set(_ parameter: KeyURIParameter, _ place: Place) {
            switch parameter {
            case .secret: secret = place
            case .issuer: issuer = place
            case .algorithm: algorithm = place
            case .digits: digits = place
            case .period: period = place
            case .counter: counter = place
            case .pin: pin = place
            case .pinLength: pinLength = place
            case .encoder: encoder = place
            case .steam: steam = place
            case .codeDisplay: codeDisplay = place
            case .color, .data, .deviceID, .icon, .image, .lock, .serial, .uuid, .twoStepSalt, .twoStepOutput,
                .twoStepDifficulty:
                break
            }
        }
    }

    /// A range in a link of less than 4 GiB, or none.
    @usableFromInline
    struct Place: Sendable {
        @usableFromInline var start = UInt32.max
        @usableFromInline var end = UInt32.max

        init() {}

        @inline(__always)
        init(_ range: Range<Int>) {
            start = UInt32(truncatingIfNeeded: range.lowerBound)
            end = UInt32(truncatingIfNeeded: range.upperBound)
        }

        @inlinable @inline(__always)
        var range: Range<Int>? { start == .max ? nil : Int(start)..<Int(end) }
    }

    /// `totp` in `otpauth://totp/…`; empty for other schemes.
    @inlinable package var type: Range<Int> { typePlace.range ?? 0..<0 }
    /// Still percent-encoded.
    @inlinable package var label: Range<Int> { labelPlace.range ?? 0..<0 }

    // The first value of each parameter, still percent-encoded.
    @inlinable package var secret: Range<Int>? { values.secret.range }
    @inlinable package var issuer: Range<Int>? { values.issuer.range }
    @inlinable package var algorithm: Range<Int>? { values.algorithm.range }
    @inlinable package var digits: Range<Int>? { values.digits.range }
    @inlinable package var period: Range<Int>? { values.period.range }
    @inlinable package var counter: Range<Int>? { values.counter.range }
    @inlinable package var pin: Range<Int>? { values.pin.range }
    @inlinable package var pinLength: Range<Int>? { values.pinLength.range }
    @inlinable package var encoder: Range<Int>? { values.encoder.range }
    /// Stratum marks Steam accounts with a parameter `steam`, with or without a value. Without a value, the empty
    /// range is after the name.
    @inlinable package var steam: Range<Int>? { values.steam.range }
    /// Ente writes note, tags and more in JSON.
    @inlinable package var codeDisplay: Range<Int>? { values.codeDisplay.range }

    /// The positions of the first repeated parameter, of the first unknown parameter, and of the `#` that ends
    /// the query.
    @inlinable package var firstRepeated: Int? { repeatedPlace.range?.lowerBound }
    @inlinable package var firstUnknown: Int? { unknownPlace.range?.lowerBound }
    @inlinable package var fragment: Int? { fragmentPlace.range?.lowerBound }

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
            var stop = start
            while stop < end, link[stop] != ASCII.slash, link[stop] != ASCII.question, link[stop] != ASCII.hash {
                stop += 1
            }
            values.secret = Place(start..<stop)
            return
        case .motp:
            if start < end, link[start] == ASCII.slash { start += 1 }
        case .otpauth, .migration, .apple, .appleMigration, .oneSlash:
            let typeStart = start
            while start < end, link[start] != ASCII.slash, link[start] != ASCII.question { start += 1 }
            typePlace = Place(typeStart..<start)
            if start < end, link[start] == ASCII.slash { start += 1 }
        }
        let query = link.firstIndex(of: ASCII.question, in: start..<end) ?? end
        labelPlace = Place(start..<query)
        if query < end { readParameters(link, from: query + 1) }
    }

    private mutating func readParameters(_ link: Span<UInt8>, from start: Int) {
        let end = link.count
        var at = start
        while at < end {
            var stop: Int
            if let (parameter, length) = KeyURIParameter.plain(link, at: at) {
                stop = Self.endOfValue(link, from: at + length)
                add(parameter, link, name: at..<(at + length - 1), value: (at + length)..<stop)
            } else {
                stop = Self.endOfName(link, from: at)
                let name = at..<stop
                if stop < end, link[stop] == ASCII.equals { stop += 1 }
                let value = stop
                stop = Self.endOfValue(link, from: stop)
                if at < stop { assign(link, name, value: value..<stop) }
            }
            // A `#` in the label is literal; in the query, it ends the link.
            if stop < end, link[stop] == ASCII.hash {
                fragmentPlace = Place(stop..<end)
                return
            }
            at = stop + 1
        }
    }

    /// The place of the next `=`, `&` or `#`.
    @inline(__always)
    static func endOfName(_ link: Span<UInt8>, from start: Int) -> Int {
        link.index(
            from: start,
            candidates: {
                ByteWord.places(of: ASCII.equals, in: $0) | ByteWord.places(of: ASCII.ampersand, in: $0)
                    | ByteWord.places(of: ASCII.hash, in: $0)
            },
            where: { $0 == ASCII.equals || $0 == ASCII.ampersand || $0 == ASCII.hash })
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
        guard let parameter = parameter(link, name, value) else {
            if unknownPlace.range == nil, saysSomething(link, name, value) { unknownPlace = Place(name) }
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
    func parameter(_ link: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>) -> KeyURIParameter? {
        KeyURIParameter(link, name) ?? KeyURIParameter(spelledOddly: link, name)
            ?? KeyURIParameter(synonym: link, name, value)
    }

    @inline(__always)
    private mutating func add(
        _ parameter: KeyURIParameter, _ link: Span<UInt8>, name: Range<Int>, value: Range<Int>
    ) {
        guard !present.contains(parameter) else {
            repeated.insert(parameter)
            if let first = values.compared(parameter)?.range,
                first.count != value.count
                    || !zip(first, value).allSatisfy({ ASCII.lowercased(link[$0]) == ASCII.lowercased(link[$1]) })
            {
                contradicted.insert(parameter)
            }
            if repeatedPlace.range == nil { repeatedPlace = Place(name) }
            return
        }
        present.insert(parameter)
        let length = value.upperBound - value.lowerBound
        if length == 0 || (length == 4 && link.equals("null", in: value)) { hasEmptyValues = true }
        values.set(parameter, Place(value))
    }
}
