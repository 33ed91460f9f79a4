import Encodings
import TOTPDomain

/// The accounts that a format can store, and the details that it cannot store.
///
/// A writer makes a selection from its request, writes ``accounts``, adds the losses that only it knows, and returns
/// ``export(_:)``.
package struct ExportSelection {
    /// The accounts to write, in order.
    package private(set) var accounts: [Storable] = []
    private var losses: [ExportLoss] = []
    private var leftOut: [LeftOutAccount] = []
    /// The name, in messages, of the app or format that cannot store something.
    package let app: String

    package struct Storable: Sendable {
        /// The account's index in ``ExportRequest/items``.
        package let index: Int
        package let account: Account
    }

    /// Leaves out the accounts whose codes would be wrong in the app, and records the details that it cannot store.
    ///
    /// - Parameters:
    ///   - name: the name of the format in messages about lost details; by default the name of the app.
    ///   - storable: a text as the file can contain it; by default every text as it is.
    package init(
        _ request: ExportRequest, for description: ExportDescription, named name: String? = nil,
        storing storable: ((String) -> String)? = nil
    ) {
        app = name ?? description.app
        accounts.reserveCapacity(request.items.count)
        for (index, account) in request.items.enumerated() {
            if let problem = description.capabilities.problem(of: account, in: app) {
                leftOut.append(LeftOutAccount(index: index, problem))
                continue
            }
            accounts.append(Storable(index: index, account: account))
            if let storable { replaceTexts(storable) }
            for detail in description.capabilities.lostDetails(of: account) {
                lose(.detail(detail), of: index, "\(app) cannot store \(detail.name)")
            }
        }
    }

    /// Replaces the texts of the last account by texts that the file can contain, and records the changes.
    private mutating func replaceTexts(_ storable: (String) -> String) {
        guard let last = accounts.last else { return }
        var account = last.account
        (account.issuer, account.name) = (storable(account.issuer), storable(account.name))
        account.note = account.note.map(storable)
        account.tags = account.tags.map(storable)
        account.token = account.token.flatMap { $0.mapped(storable) }
        recordName(last, as: (account.issuer, account.name))
        if account.note != last.account.note {
            lose(.detail(.note), of: last.index, "\(app) cannot store the control characters of the note")
        }
        if account.tags != last.account.tags {
            lose(.detail(.tags), of: last.index, "\(app) cannot store the control characters of the tags")
        }
        if account.token != last.account.token {
            lose(
                .detail(.token), of: last.index, "\(app) cannot store the control characters of the token's details")
        }
        accounts[accounts.count - 1] = Storable(index: last.index, account: account)
    }

    /// Keeps the accounts for which a writer has something to write.
    ///
    /// - Parameter transform: returns the record of an account; throws why the app cannot store it.
    package mutating func map<Record>(_ transform: (Account) throws(EntryError) -> Record) -> [Record] {
        var records: [Record] = []
        records.reserveCapacity(accounts.count)
        var kept: [Storable] = [], lostWithAccount: Set<Int> = []
        kept.reserveCapacity(accounts.count)
        for storable in accounts {
            do throws(EntryError) {
                records.append(try transform(storable.account))
                kept.append(storable)
            } catch let problem {
                leftOut.append(LeftOutAccount(index: storable.index, problem))
                lostWithAccount.insert(storable.index)
            }
        }
        accounts = kept
        if !lostWithAccount.isEmpty { losses.removeAll { lostWithAccount.contains($0.index) } }
        return records
    }

    /// Leaves out the accounts that the app cannot store.
    ///
    /// - Parameter problem: why the app cannot store an account; nil if it can.
    package mutating func leaveOut(_ problem: (Account) -> EntryError?) {
        _ = map { (account) throws(EntryError) in if let problem = problem(account) { throw problem } }
    }

    /// Leaves out the accounts of which `isLeftOut` is true.
    ///
    /// - Parameter reason: a sentence without its full stop.
    package mutating func leaveOut(_ code: RejectionCode, _ reason: String, where isLeftOut: (Account) -> Bool) {
        leaveOut { isLeftOut($0) ? EntryError(code, reason) : nil }
    }

    /// Records that something of an account is lost or changes.
    ///
    /// - Parameter problem: a sentence without its full stop.
    package mutating func lose(
        _ code: ExportLoss.Code, of index: Int, _ problem: String, _ advice: Advice? = nil
    ) {
        losses.append(ExportLoss(index: index, code: code, problem, advice))
    }

    /// Records the same loss of all accounts of which `isLost` is true.
    package mutating func lose(
        _ code: ExportLoss.Code, _ problem: String, _ advice: Advice? = nil, where isLost: (Account) -> Bool
    ) {
        for storable in accounts where isLost(storable.account) { lose(code, of: storable.index, problem, advice) }
    }

    /// Records the accounts that the app will show under another issuer or name.
    ///
    /// - Parameter names: issuer and name as the app reads them.
    package mutating func recordNames(
        _ names: (Account) -> (issuer: String, name: String) = {
            AccountLabel.normalized(issuer: $0.issuer, name: $0.name)
        }
    ) {
        for storable in accounts { recordName(storable, as: names(storable.account)) }
    }

    package mutating func recordName(_ storable: Storable, as read: (issuer: String, name: String)) {
        guard read != (storable.account.issuer, storable.account.name) else { return }
        lose(
            .name, of: storable.index,
            "\(app) will show it as \"\(AccountLabel.text(issuer: read.issuer, name: read.name))\"")
    }

    /// The result for a format that writes one file.
    ///
    /// - Parameter keepsNames: see ``export(_:keepsNames:)``.
    package func export(_ name: String, _ bytes: [UInt8], keepsNames: Bool = false) -> Export {
        export([Export.File(name: name, bytes: bytes)], keepsNames: keepsNames)
    }

    /// The result for a format whose file is sealed if there is a passphrase.
    ///
    /// - Parameter sealedName: the name of the sealed file; nil for the same.
    package func export(
        _ name: String, _ bytes: [UInt8], for request: ExportRequest, sealedAs sealedName: String? = nil,
        keepsNames: Bool = false,
        _ seal: ([UInt8], Passphrase, any RandomSource) throws(ExportError) -> [UInt8]
    ) throws(ExportError) -> Export {
        guard case .passphrase(let passphrase) = request.protection else {
            return export(name, bytes, keepsNames: keepsNames)
        }
        return export(sealedName ?? name, try seal(bytes, passphrase, request.random), keepsNames: keepsNames)
    }

    /// - Parameter keepsNames: whether the names are read back as they are; otherwise an issuer that is repeated at the
    ///   start of the name, and spaces around both, are lost.
    package func export(_ files: [Export.File], keepsNames: Bool = false) -> Export {
        var selection = self
        if !keepsNames {
            let known = Set(losses.filter { $0.code == .name }.map(\.index))
            for storable in accounts where !known.contains(storable.index) {
                let account = storable.account
                selection.recordName(storable, as: AccountLabel.normalized(issuer: account.issuer, name: account.name))
            }
        }
        return Export(files: files, losses: selection.losses, leftOut: leftOut)
    }
}

extension LeftOutAccount {
    fileprivate init(index: Int, _ error: EntryError) {
        self.init(index: index, code: error.code, reason: error.reason, onPage: error.textOnPage)
    }
}
