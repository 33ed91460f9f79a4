import Encodings
import TOTPDomain

/// The known parameters of links.
enum KeyURIParameter: UInt8, Sendable, Hashable, CaseIterable {
    /// The parameters of an account.
    case secret, issuer, algorithm, digits, period, counter, pin, pinLength, encoder, steam
    /// Parameters that some apps write for themselves; codes do not depend on them. The first is Ente's, whose reader
    /// uses it.
    case codeDisplay, color, data, deviceID, icon, image, lock, serial, uuid
    /// privacyIDEA's: the secret is only half of the key.
    case twoStepSalt, twoStepOutput, twoStepDifficulty

    /// One of the parameters that nearly all links have, in lower case and with a `=` after it.
    ///
    /// - Returns: nil for any other; the length is that of the name and the `=`.
    @inline(__always)
    static func plain(_ link: Span<UInt8>, at index: Int) -> (parameter: KeyURIParameter, length: Int)? {
        guard index + 8 <= link.count else { return nil }
        let word = link.word(at: index)
        switch word & ByteWord.mask(7) {
        case ByteWord.of("secret="): return (.secret, 7)
        case ByteWord.of("issuer="): return (.issuer, 7)
        case ByteWord.of("digits="): return (.digits, 7)
        case ByteWord.of("period="): return (.period, 7)
        case ByteWord.of("counter"): return word == ByteWord.of("counter=") ? (.counter, 8) : nil
        case ByteWord.of("algorit"):
            let isWhole =
                word == ByteWord.of("algorith") && index + 10 <= link.count && link[index + 8] == UInt8(ascii: "m")
                && link[index + 9] == ASCII.equals
            return isWhole ? (.algorithm, 10) : nil
        default: return nil
        }
    }

    /// The parameter of that name, ignoring case.
    @inline(__always)
    init?(_ link: Span<UInt8>, _ name: Range<Int>) {
        let found: KeyURIParameter?
        if name.count <= 8, name.lowerBound + 8 <= link.count {
            let word = link.word(at: name.lowerBound) & ByteWord.mask(name.count)
            let folded = ByteWord.lowercased(word)
            found = word & ByteWord.of(0x80) == 0 ? Self.short.first { $0.word == folded }?.parameter : nil
        } else {
            found = Self.allCases.first { link.equals($0.name, in: name) }
        }
        guard let found else { return nil }
        self = found
    }

    /// The parameter of a name with white space around it, or with percent-encoded letters.
    init?(spelledOddly link: Span<UInt8>, _ name: Range<Int>) {
        guard name.contains(where: { link[$0] == ASCII.percent || ASCII.isWhitespace(link[$0]) }) else { return nil }
        let trimmed = Array(PercentCoding.decode(link, name, plusIsSpace: true).utf8.trimmingWhitespace)
        self.init(trimmed.span, trimmed.indices)
    }

    /// The parameter that has the name in other apps (``AccountPart``), if it can have the value: `step=60`.
    init?(synonym link: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>) {
        let text = PercentCoding.decode(link, value, plusIsSpace: true)
        let isNumber = ((try? DecimalNumber.parse(text)) ?? nil) != nil
        switch AccountPart(named: PercentCoding.decode(link, name, plusIsSpace: true)) {
        case .algorithm where !text.isBlank && (try? OTPAlgorithm(named: text)) != nil: self = .algorithm
        case .digits where isNumber: self = .digits
        case .period where isNumber: self = .period
        case .counter where isNumber: self = .counter
        default: return nil
        }
    }

    /// The parameters with a name of at most eight bytes, which is compared at once.
    private static let short: [(word: UInt64, parameter: KeyURIParameter)] =
        allCases.filter { $0.name.utf8CodeUnitCount <= 8 }.map { (ByteWord.of($0.name), $0) }

    /// In lower case.
    var name: StaticString {
        switch self {
        case .secret: "secret"
        case .issuer: "issuer"
        case .algorithm: "algorithm"
        case .digits: "digits"
        case .period: "period"
        case .counter: "counter"
        case .pin: "pin"
        case .pinLength: "pin_length"
        case .encoder: "encoder"
        case .steam: "steam"
        case .codeDisplay: "codedisplay"
        case .color: "color"
        case .data: "data"
        case .deviceID: "deviceid"
        case .icon: "icon"
        case .image: "image"
        case .lock: "lock"
        case .serial: "serial"
        case .uuid: "uuid"
        case .twoStepSalt: "2step_salt"
        case .twoStepOutput: "2step_output"
        case .twoStepDifficulty: "2step_difficulty"
        }
    }

    /// A set of parameters, in one word.
    struct Members: OptionSet, Sendable, Hashable {
        var rawValue: UInt32

        /// The parameters that only the app that wrote them reads.
        static let ofApps = Members(.codeDisplay, .color, .data, .deviceID, .icon, .image, .lock, .serial, .uuid)
        /// The parameters that codes depend on.
        static let ofCodes = Members(.secret, .algorithm, .digits, .period, .counter, .pin, .encoder, .steam)
        /// The parameters of an enrollment in two steps.
        static let ofTwoSteps = Members(.twoStepSalt, .twoStepOutput, .twoStepDifficulty)

        init(rawValue: UInt32) { self.rawValue = rawValue }

        private init(_ parameters: KeyURIParameter...) {
            rawValue = parameters.reduce(0) { $0 | 1 << UInt32($1.rawValue) }
        }

        @inline(__always)
        func contains(_ parameter: KeyURIParameter) -> Bool { rawValue & 1 << UInt32(parameter.rawValue) != 0 }

        @inline(__always)
        mutating func insert(_ parameter: KeyURIParameter) { rawValue |= 1 << UInt32(parameter.rawValue) }
    }
}
