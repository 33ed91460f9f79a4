import Foundation
import Importers
import TOTPDomain

// Times three ways through one export, in turns: `export-times FORMAT ROUNDS FILE JSON` prints one line per round and
// way, "read NANOSECONDS" (from the bytes of FILE to accounts, detection included), "decoder NANOSECONDS" (JSONDecoder)
// and "serialization NANOSECONDS" (JSONSerialization), both of JSON, and at the end "accounts NUMBER". JSON is FILE, or
// the same entries as JSON.

struct WrongUse: Error {}

guard CommandLine.arguments.count == 5, let rounds = Int(CommandLine.arguments[2]) else { throw WrongUse() }
let name = CommandLine.arguments[1]
let bytes = [UInt8](try Data(contentsOf: URL(filePath: CommandLine.arguments[3])))
let data = try Data(contentsOf: URL(filePath: CommandLine.arguments[4]))

func measure(_ name: String, _ work: () throws -> Int) rethrows -> Int {
    let clock = ContinuousClock()
    let start = clock.now
    let count = try work()
    let time = (clock.now - start).components
    print("\(name) \(time.seconds * 1_000_000_000 + time.attoseconds / 1_000_000_000)")
    return count
}

/// Detects and reads an export as the program does.
func read() throws -> Int {
    let content = SourceContent(bytes)
    guard let format = FormatRegistry.standard.candidates(for: content).first, format.description.id.rawValue == name
    else { throw WrongUse() }
    let document = try format.read(ImportRequest(content: content))
    return document.entries.count { if case .item = $0 { true } else { false } }
}

var counts: Set<Int> = []
for _ in 0..<rounds {
    counts.insert(try measure("read", read))
    counts.insert(try measure("decoder") { try PlainExport.decode(data, name) })
    _ = try measure("serialization") { try JSONSerialization.jsonObject(with: data) is NSNull ? 0 : 1 }
}
// A way that finds fewer accounts is not a measure for the other.
guard counts.count == 1, let count = counts.first else { throw WrongUse() }
print("accounts \(count)")
