import ArgumentParser
import CProcess
import Encodings
import Platform
import SafeFile
import SecureMemory
import TOTPDomain

/// What the screen of `codes --watch` shows, perhaps for days.
///
/// Once the inputs are read, this program starts itself again in the same process, and hands this over on standard input.
/// So nothing else that was read is in memory any more, also not on a stack or in a buffer of a library.
struct WatchedCodes {
    /// With their names, and what codes are calculated from. The secrets and PINs that were handed over are in locked
    /// memory.
    var items: [Account]
    /// Where the accounts come from.
    var title: String
    /// A change of one of them is noticed.
    var files: [String]
    var isMasked: Bool
    var isGrouped: Bool
    /// The exit code of reading, whose reason was printed.
    var status: ExitCode

    private static let command = "show-codes"
    private static let noColor = "--no-color"

    /// Shows the screen with nothing else in memory.
    ///
    /// - Parameter noColor: whether colors are forbidden, whatever the environment says.
    /// - Throws: ``CommandError`` if the program cannot be started again.
    func handOver(noColor: Bool) throws -> Never {
        // The terminal stays, and its echo is remembered here.
        PassphrasePrompt.end()
        let words = [CommandLine.arguments[0], Self.command] + (noColor ? [Self.noColor] : [])
        let arguments = words.map { strdup($0) } + [nil], bytes = encoded
        cprocess_start_anew(arguments, bytes, bytes.count)
        throw CommandError("--watch cannot start this program again", "omit it")
    }

    /// Shows the screen that was handed over, if the arguments ask for it.
    ///
    /// - Returns: whether they do.
    /// - Throws: the exit code, unless it is 0.
    static func run(_ arguments: [String]) async throws -> Bool {
        guard arguments.first == command else { return false }
        var status = ExitStatus.done
        try await Reporter(Console(), noColor: arguments.contains(noColor)).reporting { reporter in
            let watched = try WatchedCodes(handedOver: ())
            try watched.show(reporter)
            status = watched.status
            return ExitStatus.done
        }
        if status != ExitStatus.done { throw status }
        return true
    }
}

// MARK: - The form

extension WatchedCodes {
    /// The number of bytes without secrets, these bytes, and then the secrets and PINs in order.
    private var encoded: [UInt8] {
        var plain: [UInt8] = [], secret: [UInt8] = []
        func add(_ number: some BinaryInteger) { plain += UInt64(truncatingIfNeeded: number).bytes(.big) }
        func add(_ text: String) {
            add(text.utf8.count)
            plain += text.utf8
        }
        func add(secret bytes: [UInt8]) {
            add(bytes.count)
            secret += bytes
        }
        add(isMasked ? 1 : 0)
        add(isGrouped ? 1 : 0)
        add(status.rawValue)
        add(title)
        add(files.count)
        for file in files { add(file) }
        for account in items {
            add(account.issuer)
            add(account.name)
            add(account.parameters.kind.rawValue)
            add(account.parameters.algorithm.rawValue)
            add(account.parameters.digits)
            add(account.parameters.period ?? 0)
            add(account.parameters.counter ?? 0)
            add(secret: account.secret.bytes)
            add(secret: account.pin.map { Array($0.text.utf8) } ?? [])
        }
        return UInt64(plain.count).bytes(.big) + plain + secret
    }

    private static let damage = CommandError(
        "standard input has no accounts of codes --watch", "run codes --watch instead")

    /// Reads standard input. Secrets and PINs go from the system into locked memory, and nowhere else.
    private init(handedOver: Void) throws {
        let input = OpenFile.standardInput
        func fill(_ buffer: UnsafeMutableRawBufferPointer) throws {
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = try input.read(into: UnsafeMutableRawBufferPointer(rebasing: rest))
                guard count > 0 else { throw Self.damage }
                rest = rest.dropFirst(count)
            }
        }
        func bytes(_ count: Int) throws -> [UInt8] {
            guard count <= Limit.input else { throw Self.damage }
            var bytes = [UInt8](repeating: 0, count: count)
            try bytes.withUnsafeMutableBytes(fill)
            return bytes
        }
        var start = ByteReader(try bytes(8), .big, orThrow: Self.damage)
        var plain = ByteReader(try bytes(try start.count(UInt64.self)), .big, orThrow: Self.damage)
        func number() throws -> Int64 { Int64(bitPattern: try plain.integer()) }
        func text() throws -> String {
            guard let text = String(validating: try plain.block(UInt64.self), as: UTF8.self) else { throw Self.damage }
            return text
        }
        func locked() throws -> LockedBytes {
            let count = try plain.count(UInt64.self)
            guard count <= Limit.text else { throw Self.damage }
            return try LockedBytes(count: count, fill)
        }
        (isMasked, isGrouped) = (try number() == 1, try number() == 1)
        status = ExitCode(Int32(truncatingIfNeeded: try number()))
        title = try text()
        files = []
        for _ in 0..<(try plain.count(UInt64.self)) { files.append(try text()) }
        items = []
        while !plain.isAtEnd {
            let (issuer, name) = (try text(), try text())
            let (kind, algorithm) = (OTPKind(rawValue: try text()), OTPAlgorithm(rawValue: try text()))
            let (digits, period, counter) = (try number(), try number(), try number())
            guard let kind, let algorithm,
                let parameters = try? OTPParameters(
                    kind: kind, algorithm: algorithm, digits: digits, period: period, counter: counter),
                let secret = try? OTPSecret(locked: try locked())
            else { throw Self.damage }
            items.append(
                Account(
                    issuer: issuer, name: name, secret: secret, parameters: parameters,
                    pin: OTPPin(locked: try locked())))
        }
    }
}
