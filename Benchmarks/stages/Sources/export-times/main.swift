import Foundation
import Importers
import TOTPDomain

// Times three ways through the same bytes, in turns: `export-times ROUNDS FILE` prints a line a round and way,
// "read NANOSECONDS" (from bytes to accounts, detection included), "decoder NANOSECONDS" (JSONDecoder) and
// "serialization NANOSECONDS" (JSONSerialization), and at the end "accounts NUMBER".

struct WrongUse: Error {}

guard CommandLine.arguments.count == 3, let rounds = Int(CommandLine.arguments[1]) else { throw WrongUse() }
let data = try Data(contentsOf: URL(filePath: CommandLine.arguments[2]))
let bytes = [UInt8](data)

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
    guard let format = FormatRegistry.standard.candidates(for: content).first else { throw WrongUse() }
    let document = try format.read(ImportRequest(content: content))
    return document.entries.count { if case .item = $0 { true } else { false } }
}

var counts: Set<Int> = []
for _ in 0..<rounds {
    counts.insert(try measure("read", read))
    counts.insert(try measure("decoder") { try PlainExport.decode(data) })
    _ = try measure("serialization") { try JSONSerialization.jsonObject(with: data) is [String: Any] ? 1 : 0 }
}
// Whoever finds fewer accounts is no measure for the other.
guard counts.count == 1, let count = counts.first else { throw WrongUse() }
print("accounts \(count)")
