import TOTPDomain

extension StratumAuthenticator: ExportedAccount {
    var names: (issuer: String, name: String) { (issuer.orEmpty, username.orEmpty) }

    func draft() throws(EntryError) -> AccountDraft {
        let kind = try kind()
        let secret = try secret.checked("the secret")
        var draft =
            kind == .motp ? try AccountDraft(kind: kind, hex: secret) : try AccountDraft(kind: kind, base32: secret)
        let algorithm: LenientText? = kind.fixedParameters == nil ? .text(try algorithmName()) : nil
        try draft.take(algorithm: algorithm, digits: digits, period: period, counter: counter)
        if kind == .motp || kind == .yandex { draft.pin = try pin.checked("the PIN") }
        return draft
    }

    private func kind() throws(EntryError) -> OTPKind {
        guard let number = try type.checked("the type", .typeUnknown) else {
            throw EntryError(.typeUnknown, "the entry has no type")
        }
        guard Self.kinds.indices.contains(Int(clamping: number)), let kind = Self.kinds[Int(number)] else {
            throw EntryError(.typeUnknown, "the type \(number) is not one of 1 to 5")
        }
        return kind
    }

    private func algorithmName() throws(EntryError) -> String {
        let number = try algorithm.checked("the algorithm", .algorithmUnknown) ?? 0
        guard Self.algorithms.indices.contains(Int(clamping: number)) else {
            throw EntryError(.algorithmUnknown, "the algorithm \(number) is not one of 0, 1, 2")
        }
        return Self.algorithms[Int(number)].rawValue
    }
}
