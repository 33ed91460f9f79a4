import ArgumentParser
import CSystem
import Encodings
import TOTPDomain

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct CodesCommand: AsyncParsableCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "codes",
        abstract: "Show current one-time codes.",
        discussion: """
            Reads a vault or any known export. The code of a counter-based account (hotp) is the next one; showing it \
            does not advance the counter.
            """
    )

    @OptionGroup var source: SourceOptions
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var search: SearchOptions

    @Flag(help: "Refresh every second until Ctrl-C.")
    var watch = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var messages: OutputOptions

    func validate() throws {
        try passphrase.validate(with: source)
        if watch, json { throw ValidationError("--watch and --json cannot be used together") }
    }

    func run() async throws {
        try await reporting(messages) { reporter in
            if watch, !reporter.console.isOutputTerminal {
                throw CommandError(message: "--watch needs a terminal; omit it", status: ExitStatus.nothing)
            }
            let (items, status) = try await accounts(passphrase, search, reporter)
            guard !items.isEmpty else { return status }
            if watch { csystem_exit_quietly_on_interrupt() }
            repeat {
                let time = Int64(Date().timeIntervalSince1970)
                if json {
                    try reporter.output(items.map { jsonLine($0, time) + "\n" }.joined())
                } else {
                    let text = table(items, time).text(width: reporter.outputColumns, style: reporter.outputStyle)
                    try reporter.output(watch ? "\u{1B}[H\u{1B}[2J\(text)" : text)
                }
                if watch { try await Task.sleep(for: .seconds(1)) }
            } while watch
            return status
        }
    }

    private func table(_ items: [TOTPItem], _ time: Int64) -> TextTable {
        var table = TextTable(["ISSUER", "NAME", "CODE", "LEFT"], flexible: [0, 1])
        for item in items {
            do throws(CodeError) {
                let code = try Assembly.current.generator.code(for: item, at: time)
                let left = code.secondsLeft.map { "\($0) s" } ?? "#\(item.parameters.counter ?? 0)"
                table.add([item.issuer, item.name, code.text, left])
            } catch {
                table.add([item.issuer, item.name, "-", error.description])
            }
        }
        return table
    }

    private func jsonLine(_ item: TOTPItem, _ time: Int64) -> String {
        let code: OTPCode?
        let problem: String?
        do throws(CodeError) {
            (code, problem) = (try Assembly.current.generator.code(for: item, at: time), nil)
        } catch {
            (code, problem) = (nil, error.description)
        }
        let line = OrderedJSON.object([
            "issuer": .string(item.issuer), "name": .string(item.name),
            "type": .string(item.parameters.kind.rawValue),
            "code": code.map { .string($0.text) },
            "secondsLeft": code?.secondsLeft.map { .integer($0) },
            "problem": problem.map { .string($0) },
        ])
        return String(decoding: line.utf8, as: UTF8.self)
    }
}
