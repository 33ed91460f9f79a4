import Containers
import TOTPDomain

/// Files within files.
enum ContainerTargets {
    /// Every entry of an archive, with the passphrase of the input where one is wanted.
    static func zip(_ bytes: [UInt8]) {
        let input = FuzzInput(bytes)
        refusing { () throws(SourceError) in
            let archive = try ZipArchive(input.file)
            for entry in archive.entries.prefix(8) {
                refusing { () throws(SourceError) in
                    let content = try archive.read(entry, passphrase: input.passphrase)
                    require(content.count == entry.size, "an entry has the size that it claims")
                }
            }
        }
    }

    static func gzip(_ bytes: [UInt8]) {
        let limit = 1 << 20
        refusing { () throws(SourceError) in
            let unpacked = try GzipStream.unpack(bytes, limit: limit)
            require(unpacked.count <= limit, "no more than the limit is unpacked")
        }
    }

    /// Every column of every table, the journal put in.
    static func sqlite(_ bytes: [UInt8]) {
        let input = FuzzInput(bytes)
        refusing { () throws(SourceError) in
            let database = try SQLiteDatabase(input.file, journal: input.beside)
            for (table, columns) in try database.tables() where !columns.isEmpty {
                refusing { () throws(SourceError) in
                    let names = columns.sorted()
                    let rows = try database.rows(of: table, names, orderedBy: "rowid", limit: 1000)
                    require(rows.count <= 1000, "no more rows than the limit")
                    require(rows.allSatisfy { $0.count == names.count }, "a row has all its columns")
                }
            }
        }
    }

    /// Every tag that opens closes, and none is deeper than the limit.
    static func xml(_ bytes: [UInt8]) {
        var open: [String] = []
        refusing { () throws(SourceError) in
            try XMLEvents.read(bytes) { event throws(SourceError) in
                switch event {
                case .start(let name, _):
                    open.append(name)
                    require(open.count <= XMLEvents.maximumDepth, "the depth is within its limit")
                case .end(let name): require(open.popLast() == name, "tags close in turn")
                case .text: require(!open.isEmpty, "no text stands outside the root")
                }
            }
            require(open.isEmpty, "every tag is closed")
        }
    }

    /// A refusal is an answer; its message is one line.
    static func refusing(_ body: () throws(SourceError) -> Void) {
        do throws(SourceError) { try body() } catch { DocumentPromises.check(message: error.message) }
    }
}
