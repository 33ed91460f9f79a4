import Encodings
import FormatEngine
import TOTPDomain

extension ExportSelection {
    /// The serial number of each account: its token's own, else a prefix and a running number from 1.
    ///
    /// An account is left out if an earlier account has the same number of its own: servers know a token by its number.
    ///
    /// - Parameters:
    ///   - prefix: the default, if people chose no other.
    ///   - digits: the fewest digits of a running number.
    ///   - isStorable: whether the file can contain a token's own number.
    mutating func serials(
        _ options: ExportOptions, prefix: String = "", digits: Int = 1, isStorable: (String) -> Bool = { _ in true }
    ) -> [String] {
        let app = app
        var taken: Set<String> = []
        leaveOut { account in
            guard let serial = account.token?.serial, isStorable(serial), !taken.insert(serial).inserted else {
                return nil
            }
            return EntryError(
                .serialNotUnique,
                "\(app) needs a serial number of its own for each token, and an earlier account has "
                    + serial.quoted)
        }
        var serials: [String] = []
        var count = 0
        for storable in accounts {
            if let serial = storable.account.token?.serial, isStorable(serial) {
                serials.append(serial)
                continue
            }
            var serial: String
            repeat {
                count += 1
                serial = (options.serialPrefix ?? prefix) + "\(count)".zeroPadded(to: digits)
            } while taken.contains(serial)
            serials.append(serial)
        }
        return serials
    }

    /// Records that details of an account's token are not in the file.
    ///
    /// - Parameter texts: the token's texts, as they are read back.
    mutating func recordToken(
        _ storable: Storable, serial: String, manufacturer: String? = nil, model: String? = nil, user: String? = nil
    ) {
        guard let token = storable.account.token else { return }
        let read = try? Account.Token(serial: serial, manufacturer: manufacturer, model: model, user: user)
        guard read == nil || token.joined(with: read) != read else { return }
        lose(.detail(.token), of: storable.index, "\(app) cannot store all details of the token")
    }
}

extension ExportCapabilities.Caution {
    static let tokensAreOverwritten = Self(
        "A token that the server has already is overwritten by one with the same serial number: if accounts have none of "
            + "their own, give them others with --serial-prefix.")
}
