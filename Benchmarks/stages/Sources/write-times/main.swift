import Exporters
import Foundation
import TOTPDomain
import Vault

// Times the writers: `write-times ROUNDS COUNT [TARGET…]` prints a line for each round, target and number of accounts,
// "TARGET plain|encrypted ACCOUNTS NANOSECONDS", for no more than one account and for COUNT accounts. The difference is
// what the accounts take, without the key derivation. Without a target, all are timed.

struct WrongUse: Error {}

struct SystemRandom: RandomSource {
    func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        // A call for each byte would cost more than the writers.
        while bytes.count < count {
            withUnsafeBytes(of: generator.next()) { bytes += $0.prefix(count - bytes.count) }
        }
        return bytes
    }
}

guard CommandLine.arguments.count >= 3, let rounds = Int(CommandLine.arguments[1]),
    let count = Int(CommandLine.arguments[2])
else { throw WrongUse() }
let targets = CommandLine.arguments.dropFirst(3)

let accounts = try (0..<count).map { index in
    var hash = UInt64(index) &+ 0x9E37_79B9_7F4A_7C15
    let secret = (0..<20).map { _ in
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        return UInt8(truncatingIfNeeded: hash >> 40)
    }
    return Account(
        issuer: "Example \(index % 700)", name: "person.\(index)@example.com", secret: try OTPSecret(bytes: secret),
        parameters: try OTPParameters(kind: .totp))
}

func time(_ format: any ExportFormat, _ protection: ExportRequest.Protection, _ items: [Account]) throws -> Int {
    let clock = ContinuousClock()
    let start = clock.now
    let export = try format.write(
        ExportRequest(items: items, protection: protection, now: .wholeSecondNow, random: SystemRandom()))
    let time = (clock.now - start).components
    // A writer that leaves accounts out is no measure.
    guard export.leftOut.isEmpty, !export.files.isEmpty else { throw WrongUse() }
    return Int(time.seconds) * 1_000_000_000 + Int(time.attoseconds / 1_000_000_000)
}

for _ in 0..<rounds {
    for format in ExportFormats.all + [VaultExportFormat()]
    where targets.isEmpty || targets.contains(format.description.id.rawValue) {
        var protections: [(String, ExportRequest.Protection)] = []
        if format.description.protection != .required { protections.append(("plain", .none)) }
        if format.description.protection != .none {
            protections.append(("encrypted", .passphrase(Passphrase("correct horse battery staple"))))
        }
        for (name, protection) in protections {
            for items in [Array(accounts.prefix(1)), accounts] {
                print(format.description.id, name, items.count, try time(format, protection, items))
            }
        }
    }
}
