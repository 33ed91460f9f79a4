import SwiftSyntax

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes mutated copies of source files, and prints their sites.
///
///     make-mutants FROM TO [FILE…]
///
/// `FROM` and `TO` are folders, each `FILE` a path in both. The numbers of sites to drop are read from standard input, one
/// per line. Prints one site per line: number, file, line, first and last line of the statement, change; between tabs.
/// A file is written only if it changes, so that a build compiles no more than it must.
@main
struct MakeMutants {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count >= 2 else { throw UsageError() }
        let folders = arguments.prefix(2).map { URL(filePath: $0) }

        var dropped: Set<Int> = []
        while let line = readLine() {
            if let number = Int(line) { dropped.insert(number) }
        }

        var next = 0
        for file in arguments.dropFirst(2) {
            let source = try String(decoding: Data(contentsOf: folders[0].appending(path: file)), as: UTF8.self)
            let finder = SiteFinder(source, first: next, dropped: dropped)
            next += finder.sites.count

            let target = folders[1].appending(path: file)
            let mutated = Data(finder.edits.applied(to: source).utf8)
            if (try? Data(contentsOf: target)) != mutated { try mutated.write(to: target) }

            for site in finder.sites {
                print(
                    site.number, file, site.line, site.statement.lowerBound, site.statement.upperBound, site.change,
                    separator: "\t")
            }
        }
    }
}

struct UsageError: Error, CustomStringConvertible {
    var description: String { "usage: make-mutants FROM TO [FILE…], with the numbers to drop as standard input" }
}
