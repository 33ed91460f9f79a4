import TOTPDomain

extension FreeOTPToken {
    /// The account of a token that holds its own secret: FreeOTP 1 and FreeOTP+.
    ///
    /// These store the counter that was used last, so the next one is one more.
    func plainDraft() throws(EntryError) -> AccountDraft {
        var draft = try draft(secret: try plainSecret())
        if draft.kind == .hotp {
            let (next, overflow) = (draft.counter ?? -1).addingReportingOverflow(1)
            guard !overflow else { throw EntryError(.counterOutOfRange, "the counter has no next value") }
            draft.counter = next
        }
        return draft
    }

    /// Bytes from -128 on as Java prints them, or up to 255 as other programs do.
    private func plainSecret() throws(EntryError) -> [UInt8] {
        guard let secret else { throw EntryError(.secretMissing, "the entry holds no secret") }
        guard let numbers = secret.value, numbers.allSatisfy({ -128...255 ~= $0 }) else {
            throw EntryError(.fieldDamaged, "the secret is not a list of bytes")
        }
        return numbers.map { UInt8(truncatingIfNeeded: $0) }
    }
}
