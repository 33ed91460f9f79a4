import Encodings
import Links
import TOTPDomain

extension ImportedDocument {
    /// Notes secrets and links in names: what a reader could not place is often a part of a name, and names are shown.
    mutating func lookAtNames() {
        for account in accounts {
            for name in [account.issuer, account.name] where name.utf8.count >= SecretForm.shortest {
                let bytes = Array(name.utf8)
                // Few names have anything, so the secret is compared only then.
                guard Leftover.Kind(in: bytes.span) != nil,
                    let kind = Leftover.Kind(in: bytes.span, besides: [account.secret])
                else { continue }
                leftovers.add(kind, .name(name.withoutSecrets.printable(limit: 40)))
            }
        }
    }

    /// Warns about a text that seems to be cut off within its last secret: that is shorter than all others, no line end
    /// follows it, and it has bits that a whole number of bytes does not have.
    mutating func lookAtEnd(of content: SourceContent) {
        guard content.kind == .text else { return }
        let digits = content.text.reversed().prefix { Base32.values[Int($0)] < 32 }.reversed()
        guard !digits.isEmpty else { return }
        let secrets = accounts.map(\.secret.bytes)
        guard secrets.count > 2, let last = secrets.last, secrets.dropLast().allSatisfy({ $0.count > last.count })
        else { return }
        let whole = Base32.encode(last).utf8
        guard whole.count == digits.count, !whole.elementsEqual(digits.map(ASCII.uppercased)) else { return }
        warnings.append(
            Warning("it may end within its last secret", "compare the code of its last account with the app"))
    }
}
