import ArgumentParser
import ImportPipeline
import TOTPDomain
import TOTPImport

struct QRCommand: AccountsCommand {
    static let configuration = CommandConfiguration(
        commandName: "qr",
        abstract: "Show QR codes to a phone.",
        usage: """
            totp-import qr [<input> ...] [<name>] [<options>]
            """,
        discussion: """
            Fills the terminal with the QR code of each account, one after another; Enter shows the next one. A last \
            argument that is not a file is a text to search for. Nothing stays on the terminal afterwards.
            """
    )

    @OptionGroup var accounts: AccountOptions

    @Flag(
        .showing, "Several accounts per code, as Google Authenticator exports.",
        manual: "Google Authenticator and many other apps scan them with \"Import accounts\".")
    var toPhone = false

    @OptionGroup var perCode: AccountsPerCodeOptions
    @OptionGroup var strictness: StrictOptions
    @OptionGroup var messages: OutputOptions

    mutating func validate() throws {
        try accounts.check(takesName: true)
        _ = try options
    }

    private var options: ExportOptions {
        get throws {
            try ExportOptions(
                [.accountsPerCode: perCode.text], known: toPhone ? [.accountsPerCode] : [], with: { _ in "--to-phone" })
        }
    }

    func run(_ reporter: Reporter) async throws -> ExitCode {
        guard reporter.console.isOutputTerminal, let columns = reporter.console.outputColumns,
            Console.environment("TERM") != "dumb"
        else {
            throw CommandError("qr needs a terminal", "convert --to html and --to qr write QR codes into files")
        }
        let selected = try await read(reporter)
        guard !selected.accounts.isEmpty else { return selected.status }
        let (codes, leftOut) = try self.codes(
            of: selected.accounts.map(\.account), columns: columns, rows: reporter.console.outputRows)
        for reason in leftOut { reporter.rejected(reason) }
        if !codes.isEmpty {
            var screen = FullScreen(QRModel(codes), reporter)
            try screen.run(orSay: "qr needs a terminal")
        }
        return leftOut.isEmpty ? selected.status : codes.isEmpty ? ExitStatus.nothing : ExitStatus.partial
    }

    /// - Returns: the QR codes, and a line for each account that none of them contains.
    private func codes(
        of items: [Account], columns: Int, rows: Int
    ) throws -> (codes: [PhoneCode], leftOut: [String]) {
        func line(_ account: Account, _ reason: String) -> String { "\(account.label): \(reason)" }
        guard toPhone else {
            var codes: [PhoneCode] = [], leftOut: [String] = []
            for account in items {
                do { codes.append(try PhoneCode(of: account)) } catch let error as EntryError {
                    leftOut.append(line(account, error.reason))
                }
            }
            return (codes, leftOut)
        }
        var options = try options
        while true {
            let (codes, leftOut) = try PhoneCode.migration(of: items, options)
            let fits = codes.allSatisfy { QRModel.Layout($0, columns: columns, rows: rows) != nil }
            // As many as the screen has room for.
            guard fits || perCode.accountsPerCode != nil || options.accountsPerCode == 1 else {
                options.accountsPerCode -= 1
                continue
            }
            return (codes, leftOut.map { line(items[$0.index], $0.reason) })
        }
    }
}
