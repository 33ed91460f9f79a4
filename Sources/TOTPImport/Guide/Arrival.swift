package import Encodings
internal import Importers
package import TOTPDomain

/// How accounts get into an app: the second half of every guide. The first half is the description of a reader, or of
/// an app without an export.
package struct Arrival: Sendable, Hashable {
    package enum Way: Sendable, Hashable {
        /// The app imports a file of this format, its own or another app's.
        case file(FormatID, isPlain: Bool = false)
        /// The app scans QR codes from the screen: with one account each, or with several, as Google Authenticator does.
        case qrCodes(severalPerCode: Bool = false)
        /// The app takes only typed secrets.
        case typed
        /// Nothing gets into it: the reason in lower case, without a full stop.
        case nothing(reason: String, advice: Advice)
    }

    package let way: Way
    /// How to take the accounts in, in the app; empty if nothing gets into it.
    package let steps: Steps
    /// What people should know first: sentences.
    package let cautions: [String]

    init(_ way: Way, _ steps: Steps = "", cautions: [String] = []) {
        (self.way, self.steps, self.cautions) = (way, steps, cautions)
    }

    /// The arrival in an app whose files this program writes.
    init(_ writer: ExportDescription) {
        self.init(
            writer.options.contains(.accountsPerCode) ? .qrCodes(severalPerCode: true) : .file(writer.id), writer.steps,
            cautions: writer.capabilities.cautions.map(\.text))
    }

    package var ending: MoveEnding {
        switch way {
        case .file: .file
        case .qrCodes: .qr
        case .typed: .byHand
        case .nothing: .nothing
        }
    }
}

/// How a guide ends.
package enum MoveEnding: String, Sendable, Hashable, CaseIterable {
    case file, qr
    case byHand = "by-hand"
    case nothing
}

/// An app or a file as the one that people move to.
extension FormatEntry {
    package var arrival: Arrival {
        writer.map { Arrival($0) } ?? KnownApp.all[id]?.arrival
            ?? Arrival(.nothing(reason: "what it can import is not known", advice: "look for a QR code scanner in it"))
    }

    /// The app, or the file if it belongs to no app.
    package var name: String { writer?.name ?? app.withoutParentheses }

    /// The format of the file that it imports, its own or another app's; nil if it imports no file.
    var importedFormat: ExportDescription? {
        guard case .file(let id, _) = arrival.way else { return nil }
        return ExportDescription.writable.first { $0.id == id }
    }

    /// Whether it is an app, not a file that belongs to no app.
    package var isApp: Bool { group != .file || withoutExport != nil }

    /// Its page in the documentation.
    var page: String { withoutExport == nil ? "Docs/formats/\(id).md" : AppWithoutExport.page }

    /// Whether it is an app that scans QR codes when an account is set up.
    package var scans: Bool {
        switch arrival.way {
        case .qrCodes: true
        case .file: group == .authenticatorApp
        case .typed, .nothing: false
        }
    }
}
