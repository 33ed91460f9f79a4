import Encodings
import TOTPDomain

extension LoginEntry {
    /// Adds the one-time password of several fields, if all say the same: the app uses the first that is filled.
    mutating func add(oneOf fields: [(name: String, text: String)], in app: String) {
        let filled = fields.filter { !TypedSecret.isNothing($0.text) }
        guard let first = filled.first else { return }
        let account = LoginKey(key: .text(first.text), entry: self).account
        for other in filled.dropFirst() where other.text.trimmingWhitespace != first.text.trimmingWhitespace {
            let second = LoginKey(key: .text(other.text), entry: self).account
            guard let account, let second else {
                // One of them cannot be read.
                return add(rejection: .contradiction(of: first.name, other.name, "secrets", in: app))
            }
            if let difference = account.difference(from: second) {
                return add(rejection: .contradiction(of: first.name, other.name, difference, in: app))
            }
        }
        add(key: first.text)
    }
}
