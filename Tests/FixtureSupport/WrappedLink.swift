/// A text with a link, and a line that may be the rest of it.
package struct WrappedLink: Sendable, Hashable {
    package let text: String
    package let isWrapped: Bool

    private static let link = "otpauth://totp/Acme:alice?secret=OSADN5M3A7HQFKUQ675XIDQQTOUW5CCI&issuer=Acme"

    package static let examples = [
        ("\(link)\n&digits=8&period=60", true), ("\(link)\n  &amp;digits=8", true), ("\(link)&\nperiod=60", true),
        ("\(link)\nGEZDGNBV&algorithm=SHA256", true), ("> \(link)\n> &digits=8", true),
        ("\(link)\r\n&digits=8\r\n", true), ("\(link)\r&digits=8\r", true), ("x \(link)\n&digits=8", true),
        ("\(link)\nperiod=60", false), ("\(link)\n&image=x", true), ("\(link)\n\n&digits=8", false),
        ("\(link)\r\r\n&digits=8", false), ("\(link)\na note & digits", false), ("\(link)\n# &digits=8", false),
        ("\(link)\u{85}x\n&digits=8", false), ("&digits=8\n\(link)", false),
    ].map { WrappedLink(text: "\($0)\n", isWrapped: $1) }
}
