import Encodings
import TOTPDomain

extension LoginEntry {
    /// Adds the one-time password of several fields, if all say the same: the app uses the first that is filled.
    mutating func add(oneOf fields: [(name: String, text: String)], in app: String) {
        let filled = fields.filter { !TypedSecret.isNothing($0.text) }
        guard let first = filled.first else { return }
        let account = LoginKey(key: .text(first.text), entry: self).account
        for other in filled.dropFirst() where other.text.trimmingWhitespace != first.text.trimmingWhitespace {
            // One of them may not be readable.
            let second = LoginKey(key: .text(other.text), entry: self).account
            let difference: String? = if let account, let second { account.difference(from: second) } else { "secrets" }
            if let difference {
                return add(rejection: .contradiction(of: first.name, other.name, difference, in: app))
            }
        }
        add(key: first.text)
    }
}
