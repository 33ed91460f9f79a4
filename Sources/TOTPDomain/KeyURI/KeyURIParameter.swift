/// The parameters that links are known to hold.
public enum KeyURIParameter: UInt8, Sendable, Hashable, CaseIterable {
    /// Those that an account is made of.
    case secret, issuer, algorithm, digits, period, counter, pin, pinLength, encoder, steam
    /// Those that one app or another writes for itself; they say nothing about codes. The first is Ente's, whose reader
    /// looks at it.
    case codeDisplay, algo, data, deviceID, icon, image, lock, serial

    /// Whether somebody asks for its value.
    var isRead: Bool { rawValue <= KeyURIParameter.codeDisplay.rawValue }

    /// The parameter of that name, whatever its case.
    @inline(__always)
    init?(_ link: Span<UInt8>, _ name: Range<Int>) {
        guard let first = name.first else { return nil }
        let letter = ASCII.lowercased(link[first])
        @inline(__always)
        func has(_ text: StaticString) -> Bool { letter == text.utf8Start[0] && link.equals(text, in: name) }
        let found: KeyURIParameter?
        switch name.count {
        case 3: found = has("pin") ? .pin : nil
        case 4: found = has("icon") ? .icon : has("data") ? .data : has("algo") ? .algo : has("lock") ? .lock : nil
        case 5: found = has("steam") ? .steam : has("image") ? .image : nil
        case 6:
            found =
                has("secret")
                ? .secret
                : has("issuer")
                    ? .issuer : has("digits") ? .digits : has("period") ? .period : has("serial") ? .serial : nil
        case 7: found = has("counter") ? .counter : has("encoder") ? .encoder : nil
        case 8: found = has("deviceid") ? .deviceID : nil
        case 9: found = has("algorithm") ? .algorithm : nil
        case 10: found = has("pin_length") ? .pinLength : nil
        case 11: found = has("codedisplay") ? .codeDisplay : nil
        default: found = nil
        }
        guard let found else { return nil }
        self = found
    }

    /// A set of parameters, in one word.
    public struct Members: OptionSet, Sendable, Hashable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// The parameters that only the app that wrote them reads.
        public static let ofApps = Members(
            [.codeDisplay, .algo, .data, .deviceID, .icon, .image, .lock, .serial] as [KeyURIParameter])

        /// The parameters that codes depend on.
        public static let ofCodes = Members(
            [.secret, .algorithm, .digits, .period, .counter, .pin, .encoder, .steam] as [KeyURIParameter])

        public init(_ parameters: [KeyURIParameter]) {
            rawValue = parameters.reduce(0) { $0 | 1 << UInt32($1.rawValue) }
        }

        @inline(__always)
        public func contains(_ parameter: KeyURIParameter) -> Bool { rawValue & 1 << UInt32(parameter.rawValue) != 0 }

        @inline(__always)
        mutating func insert(_ parameter: KeyURIParameter) {
            self = Members(rawValue: rawValue | 1 << UInt32(parameter.rawValue))
        }
    }
}
