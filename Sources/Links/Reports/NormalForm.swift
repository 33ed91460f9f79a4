import Encodings
import TOTPDomain

/// The form in which this program writes links (`Docs/formats/otpauth.md`).
package enum NormalForm: Sendable, Hashable {
    case link(String)
    /// Left unchanged, for this reason.
    case left(String)
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
            // Of an export, only Apple's scheme is changed.
            let text = link.extracting(scheme.readFrom..<link.count).withUnsafeBufferPointer {
                String(validating: $0, as: UTF8.self)?.limitingMarks
            }
            self = scheme == .migration ? .foreign : text.map { .link($0) } ?? .foreign
            return
        }
        let parts = KeyURIParts(link, scheme: scheme)
        let item: TOTPItem
        do throws(EntryError) { item = try KeyURI.read(link, scheme: scheme).item } catch {
            self = .left(error.reason)
            return
        }
        guard parts.repeated.isDisjoint(with: .ofCodes) else {
            self = .left("a parameter that codes depend on is repeated, and apps use one or the other")
            return
        }
        let written = KeyURI.write(item, keepsDomain: true)
        let bytes = Array(written.utf8)
        guard let again = try? KeyURI.read(bytes.span).item, again.secret == item.secret,
            again.parameters == item.parameters, again.pin == item.pin, again.issuer == item.issuer,
            again.name == item.name, again.matchDomain == item.matchDomain
        else {
            self = .left("it cannot be written in normal form without a change")
            return
        }
        self = .link(written)
    }

    /// Whether another link starts where one ends. A character that ends the first one may not be in its normal form, and
    /// the two would be one link: the first is left unchanged.
    static func runsTogether(_ text: Span<UInt8>, at end: Int) -> Bool {
        let next = text.extracting(min(end, text.count)..<min(end + 32, text.count))
        return KeyURIScheme.find(in: next)?.start == 0
    }
}

/// The links of the input in normal form, one per line, and all lines without a link as they are: `--fix`.
package struct NormalFormReport: ReportFormat {
    package let showsEveryLink = true
    package let rewritesInput = true

    package init() {}

    package func writePlain(
        _ link: PlainLink, label: Span<UInt8>, line: Span<UInt8>, into output: inout [UInt8]
    ) -> Bool {
        guard PlainNormalForm.append(line, to: &output) else { return false }
        output.append(ASCII.newline)
        return true
    }

    package func write(_ link: LinkReport, line: Span<UInt8>, into output: inout [UInt8]) -> String? {
        let form = link.hasUnclearEnd ? Self.unclear : NormalForm(of: line)
        if case .link(let text) = form, link.severity != .error {
            output += text.utf8
        } else {
            for index in line.indices { output.append(line[index]) }
        }
        output.append(ASCII.newline)
        guard case .left(let reason) = form else {
            return link.severity == .error ? "\(link.place): left as it was: it cannot be read" : nil
        }
        return "\(link.place): left as it was: \(reason)"
    }

    private static let unclear = NormalForm.left("words after its secret could belong to it")

    package func end(_ totals: ValidationTotals, into output: inout [UInt8]) {}
}
