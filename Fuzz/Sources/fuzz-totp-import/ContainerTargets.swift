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

    /// A log and a table, and a block alone. Checksums are not compared: most changes would end there.
    static func levelDB(_ bytes: [UInt8]) {
        for name in ["000001.log", "000002.ldb"] {
            refusing { () throws(SourceError) in
                var entries = LevelDBEntries(checksChecksums: false)
                try entries.add(bytes, named: name)
                require(entries.current.count <= entries.entries.count, "a key has at most one value")
            }
        }
        let limit = 1 << 20
        require(Snappy.unpack(bytes[...], limit: limit)?.count ?? 0 <= limit, "no more than the limit is unpacked")
    }

    static func gzip(_ bytes: [UInt8]) {
        let limit = 1 << 20
        refusing { () throws(SourceError) in
            let unpacked = try GzipStream.unpack(bytes, limit: limit)
            require(unpacked.count <= limit, "no more than the limit is unpacked")
        }
    }

    /// Every member of an archive, with the passphrase of the input where one is wanted.
    static func archive(_ bytes: [UInt8]) {
        let input = FuzzInput(bytes)
        let limit = 1 << 20
        guard let kind = LibArchiveOpener().kind(of: input.file) else { return }
        refusing { () throws(SourceError) in
            let archive = try LibArchiveOpener().open(
                ByteArrayStream(input.file), kind, passphrase: input.passphrase)
            var count = 0
            while let member = try archive.next() {
                count += 1
                require(count <= input.file.count + 16, "there are no more members than bytes")
                if member.kind != .file || count > 64 { continue }
                refusing { () throws(SourceError) in
                    let content = try archive.content(limit: limit)
                    require(content.count <= limit, "no more than the limit is unpacked")
                }
            }
            require(try archive.next() == nil, "an archive stays at its end")
        }
    }

    /// Every part of an e-mail file, whether or not it is recognized as one.
    static func mail(_ bytes: [UInt8]) {
        refusing { () throws(SourceError) in
            let mail = try LibArchiveOpener().open(ByteArrayStream(bytes), .mail, passphrase: nil)
            var count = 0
            while let part = try mail.next() {
                count += 1
                require(count <= bytes.count + 1, "there are no more parts than bytes")
                require(!part.name.isEmpty && !part.name.hasPrefix("/"), "a part has a name of its own")
                require(!part.name.split(separator: "/").contains(".."), "no part leads out of its folder")
                refusing { () throws(SourceError) in
                    let content = try mail.content(limit: bytes.count + 2)
                    require(content.count <= bytes.count + 2, "no encoding makes a part larger")
                }
            }
            require(try mail.next() == nil, "a mailbox stays at its end")
        }
    }

    /// Every part of a document, whatever kind it is.
    static func document(_ bytes: [UInt8]) {
        refusing { () throws(SourceError) in
            let document = try LibArchiveOpener().open(ByteArrayStream(bytes), .document, passphrase: nil)
            while let part = try document.next() {
                require(!part.name.isEmpty && !part.name.hasPrefix("."), "a part is not hidden")
                require(!part.name.utf8.contains(UInt8(ascii: "/")), "no part is in a folder")
                refusing { () throws(SourceError) in
                    require(!(try document.content(limit: .max)).isEmpty, "no part is empty")
                }
            }
            require(try document.next() == nil, "a document stays at its end")
        }
    }

    static func packed(_ bytes: [UInt8]) {
        for compression in PackedStream.Compression.allCases where bytes.starts(with: compression.signature) {
            refusing { () throws(SourceError) in
                let stream = try PackedStream(ByteArrayStream(bytes), compression)
                var unpacked: any ByteStream = stream
                _ = try unpacked.bytes(upTo: 1 << 20)
            }
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
        var open: [String] = [], count = 0
        refusing { () throws(SourceError) in
            try XMLEvents.read(bytes) { event throws(SourceError) in
                switch event {
                case .start(let name, _):
                    open.append(name)
                    count += 1
                    require(open.count <= XMLEvents.maximumDepth, "the depth is within its limit")
                case .end(let name): require(open.popLast() == name, "tags close in turn")
                case .text: require(!open.isEmpty, "no text stands outside the root")
                }
            }
            require(open.isEmpty, "every tag is closed")
            // In other encodings a bracket may be a part of a character.
            guard String(validating: bytes, as: UTF8.self) != nil else { return }
            var tags = XMLTags()
            while let tag = tags.next(in: bytes.span) { count -= tag.isStart ? 1 : 0 }
            require(count == 0, "both ways of counting elements agree")
        }
    }

    /// A refusal is an answer; its message is one line.
    static func refusing(_ body: () throws(SourceError) -> Void) {
        do throws(SourceError) { try body() } catch { DocumentPromises.check(message: error.message) }
    }
}
