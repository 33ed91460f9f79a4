internal import Platform
package import TOTPDomain
package import Vault

extension VaultFile {
    /// Advances the counter of an hotp account: a service that was given a code expects the next code.
    ///
    /// - Parameter account: as it was read; only its id and its counter matter.
    /// - Returns: the counter of the next code.
    /// - Throws: ``VaultConflict`` if another program changed the counter meanwhile.
    package func advanceCounter(of account: Account) throws -> Int64 {
        guard let counter = account.parameters.counter, counter < Int64.max else { throw VaultConflict() }
        return try update { content in
            guard let place = content.items.firstIndex(where: { $0.id == account.id }),
                content.items[place].parameters.counter == counter
            else { throw VaultConflict() }
            var edit = AccountEdit()
            edit.counter = counter + 1
            content.items[place] = try edit.applied(to: content.items[place], at: .wholeSecondNow)
            return counter + 1
        }
    }
}
