import Encodings
import TOTPDomain

/// The form in which this program writes links (`Docs/formats/otpauth.md`).
package enum NormalForm: Sendable, Hashable {
    case link(String)
    /// Left unchanged, for this reason. Reasons of one kind differ only in their quotations.
    case left(reason: String, kind: String)
    /// Not the link of one account, but an export or no link.
    case foreign

    /// - Parameter line: a text that is one link.
    package init(of line: Span<UInt8>) {
        guard let (scheme, start) = KeyURIScheme.find(in: line) else {
            self = .foreign
            return
        }
        let link = line.extracting(KeyURI.place(ofLinkIn: line, scheme, start))
        guard scheme.readAs != .migration else {
            // In an export, only Apple's scheme is changed.
            let text = link.extracting(scheme.readFrom..<link.count).withUnsafeBufferPointer {
                String(validating: $0, as: UTF8.self)?.limitingMarks
            }
            self = scheme == .migration ? .foreign : text.map { .link($0) } ?? .foreign
            return
        }
        let account: Account
        do throws(EntryError) { account = try KeyURI.read(link, scheme: scheme).account } catch {
            self = .left(reason: error.reason, kind: error.code.rawValue)
            return
        }
        let written = KeyURI.write(account, keepsDomain: true)
        let bytes = Array(written.utf8)
        guard let again = try? KeyURI.read(bytes.span).account, again.secret == account.secret,
            again.parameters == account.parameters, again.pin == account.pin, again.issuer == account.issuer,
            again.name == account.name, again.matchDomain == account.matchDomain
        else {
            self = .left(reason: "it cannot be written in normal form without a change", kind: "changed")
            return
        }
        self = .link(written)
    }

    /// Whether another link starts where a link ends. The normal form may lack the character that ends the first link, and
    /// the two would be one link: the first is left unchanged.
    static func runsTogether(_ text: Span<UInt8>, at end: Int) -> Bool {
        let next = text.extracting(min(end, text.count)..<min(end + 32, text.count))
        return KeyURIScheme.find(in: next)?.start == 0
    }
}
