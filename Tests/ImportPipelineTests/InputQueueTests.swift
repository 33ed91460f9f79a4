import Containers
import Encodings
import FixtureSupport
import Importers
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("Archives are read like folders")
struct InputQueueTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func reader(
        _ passphrases: PassphraseSource = PassphraseSource(), forced: (any ImportFormat)? = nil,
        limits: ImportLimits = ImportLimits()
    ) -> SourceReader {
        let gzip = Compression(signature: GzipStream.magic) { packed throws(SourceError) in try GzipStream(packed) }
        let zstd = Compression(signature: PackedStream.Compression.zstd.signature) { packed throws(SourceError) in
            try PackedStream(packed, .zstd)
        }
        var settings = ReadingSettings()
        settings.passphrases = passphrases
        settings.forced = forced
        settings.limits = limits
        return SourceReader(
            registry: .standard, images: ImageReader(decoders: [ScriptedDecoder()], scanner: ScriptedScanner()),
            settings: settings, compressions: [gzip, zstd], archives: LibArchiveOpener())
    }

    private func read(
        _ bytes: [UInt8], _ name: String = "shots", jobs: Int = 2,
        with passphrases: PassphraseSource = PassphraseSource()
    ) async throws -> [SourceResult] {
        let path = try folder.write(bytes, to: name)
        return try await ImportRun(reader: reader(passphrases), jobs: jobs).read(InputCollector.collect([path]))
    }

    /// Names without the folder of the test, with their outcomes.
    private func summary(_ results: [SourceResult]) -> [String] {
        results.map { result in
            let what = result.failure?.code.rawValue ?? result.skippedInput.map { "\($0)" } ?? result.status.rawValue
            return "\(result.name.replacing(folder.path(""), with: "")): \(what)"
        }
    }

    private static func picture(_ name: String) throws -> [UInt8] {
        ScriptedPicture.bytes("code \(try link(name))")
    }

    private static let kinds: [ArchiveFile.Kind] = [.zip, .tar, .tarGzip, .tarZstd, .sevenZip]

    @Test(
        "Members are inputs with names, in the archive's order, whatever the number of jobs", arguments: kinds, [1, 8])
    func members(kind: ArchiveFile.Kind, jobs: Int) async throws {
        let names = (1...20).map { "sub/\(($0 * 7) % 20).png" }
        var entries = try names.map { ArchiveFile.Entry($0, try Self.picture($0)) }
        entries.append(ArchiveFile.Entry("links.txt", try link("a link")))
        entries.append(ArchiveFile.Entry("letter.txt", "a letter"))
        entries.append(ArchiveFile.Entry("broken.png", "a letter"))
        let results = try await read(ArchiveFile(entries).bytes(kind), jobs: jobs)
        let expected = names.map { "shots:\($0): ok" }
        #expect(
            summary(results) == expected + [
                "shots:links.txt: ok", "shots:letter.txt: content", "shots:broken.png: not-an-image",
            ])
        #expect(results.flatMap(\.items).map(\.name) == names + ["a link"])
    }

    @Test(
        "Hidden files are counted as in a folder, and folders and links are not read",
        arguments: [.zip, .tar] as [ArchiveFile.Kind])
    func hidden(kind: ArchiveFile.Kind) async throws {
        let entries: [ArchiveFile.Entry] = [
            .init("./a.png", try Self.picture("a")), .init("sub/", kind: .folder), .init(".DS_Store", "x"),
            .init("__MACOSX/sub/._a.png", "x"), .init("__MACOSX/sub/._b.png", "x"), .init("sub/.git/config", "x"),
            .init("sub/.git/HEAD", "x"), .init("link.png", kind: .link(to: "a.png")),
        ]
        #expect(
            try await summary(read(ArchiveFile(entries).bytes(kind))) == [
                "shots:a.png: ok", "shots:.DS_Store: hidden", "shots:__MACOSX: hidden", "shots:sub/.git: hidden",
                "shots:link.png: specialFile",
            ])
    }

    @Test(
        "Names that lead out of the archive are one error, and the others are read",
        arguments: [.zip, .tar] as [ArchiveFile.Kind])
    func outside(kind: ArchiveFile.Kind) async throws {
        let entries: [ArchiveFile.Entry] = [
            .init("../../up.png", try Self.picture("up")), .init("a.png", try Self.picture("a")),
            .init("sub/../../b.png", try Self.picture("b")), .init("/etc/c.png", try Self.picture("c")),
        ]
        let results = try await read(ArchiveFile(entries).bytes(kind))
        #expect(results.flatMap(\.items).map(\.name) == ["a"])
        #expect(results.compactMap(\.failure?.code) == [.limitExceeded])
        let failure = try #require(results.last?.failure)
        #expect(failure.message.hasPrefix("3 names lead out of the archive, such as \"../../up.png\""))
        #expect(results.count { $0.skippedInput == .refusedMember } == 3)
    }

    /// Texts only, as in the exports of some apps.
    @Test(
        "Every file in a zip of lists is read, and none that leads out of it",
        arguments: [
            (["a.txt", "b.html", "c.md"], ["a.txt: ok", "b.html: ok", "c.md: ok"]),
            (["one.txt"], ["one.txt: ok"]), (["winauth.txt", "page.htm"], ["winauth.txt: ok", "page.htm: ok"]),
            (
                ["Accounts.txt", "other.txt", "Accounts.html"],
                ["Accounts.txt: ok", "other.txt: ok", "Accounts.html: ok"]
            ),
            (["same.txt", "same.txt"], ["same.txt: ok", "same.txt: ok"]),
            (
                ["../a.txt", "/b.txt", "c.txt"],
                ["../a.txt: refusedMember", "/b.txt: refusedMember", "c.txt: ok", "limit-exceeded"]
            ),
            (["../winauth.txt"], ["../winauth.txt: refusedMember", "limit-exceeded"]),
        ] as [([String], [String])])
    func texts(names: [String], expected: [String]) async throws {
        let entries = try names.enumerated().map { ZipFile.Entry($1, try link("account \($0)")) }
        let results = try await read(ZipFile(entries).bytes())
        #expect(summary(results) == expected.map { $0.contains(": ") ? "shots:\($0)" : "shots: \($0)" })
        #expect(results.flatMap(\.items).count == expected.count { $0.hasSuffix(": ok") })
    }

    @Test("If a file contains several zip archives, the last is read, and an error says so")
    func joined() async throws {
        let files = try ["a", "b"].map { name in
            let picture = ZipFile.Entry("\(name).png", pieces: [try Self.picture(name)])
            return try ZipFile([picture, .init("\(name).txt", try link("\(name) 2"))]).bytes()
        }
        let results = try await read(files[0] + files[1])
        #expect(summary(results) == ["shots:b.png: ok", "shots:b.txt: ok", "shots: corrupt"])
        #expect(results.last?.failure?.message.contains("several zip archives") == true)
        let export = try ZipFile([.init("winauth.txt", try link("c"))]).bytes()
        #expect(try await summary(read(export + export)) == ["shots:winauth.txt: ok", "shots: corrupt"])
    }

    @Test("Doubly compressed files are not taken for encrypted ones", arguments: [false, true])
    func compressedTwice(isArchive: Bool) async throws {
        let list = Array(try link("a").utf8)
        let inner = isArchive ? try ArchiveFile([.init("a.txt", list)]).bytes(.tar) : list
        let results = try await read(Packing.gzip.pack(Packing.gzip.pack(inner)))
        #expect(results.compactMap(\.failure?.message) == ["compressed twice; unpack it once and name the result"])
    }

    @Test("An archive in an archive is read, a third one is not")
    func nested() async throws {
        let inner = try ArchiveFile([.init("b.png", try Self.picture("b"))]).bytes(.tarGzip)
        let innermost = try ArchiveFile([.init("deep.tar", inner), .init("c.png", try Self.picture("c"))]).bytes(.zip)
        let entries: [ArchiveFile.Entry] = [
            .init("a.png", try Self.picture("a")), .init("in.tgz", inner), .init("in.zip", innermost),
            .init("d.png", try Self.picture("d")),
        ]
        #expect(
            try await summary(read(ArchiveFile(entries).bytes(.tar))) == [
                "shots:a.png: ok", "shots:in.tgz:b.png: ok", "shots:in.zip:deep.tar: limit-exceeded",
                "shots:in.zip:c.png: ok", "shots:d.png: ok",
            ])
        let list = try ZipFile([.init("list.txt", try link("a"))]).bytes()
        let tar = try ArchiveFile([.init("list.zip", list), .init("e.png", try Self.picture("e"))]).bytes(.tar)
        #expect(
            try await summary(read(ArchiveFile([.init("x.tar", tar)]).bytes(.zip))) == [
                "shots:x.tar:list.zip: limit-exceeded", "shots:x.tar:e.png: ok",
            ])
    }

    @Test("The innermost of as many archives as the limit is read; of one more, the innermost is refused")
    func depth() async throws {
        for (count, expected) in [(Limit.archiveDepth, []), (Limit.archiveDepth + 1, [Self.tooDeep])] {
            var bytes = try Self.picture("a"), name = "a.png"
            for level in 0..<count {
                bytes = try ArchiveFile([.init(name, bytes)]).bytes(.tar)
                name = "\(level).tar"
            }
            let results = try await read(bytes)
            #expect(results.compactMap(\.failure) == expected)
            #expect(results.flatMap(\.items).isEmpty == !expected.isEmpty)
        }
    }

    private static let tooDeep = SourceError(.limitExceeded, LimitMessage.archiveDepth())

    @Test("An app's export in a zip stays one file, unless there is something else in it")
    func exports() async throws {
        let list = try link("a")
        let export = try ZipFile([.init("winauth.txt", list), .init("__MACOSX/._winauth.txt", "x")]).bytes()
        let result = try #require(try await read(export).first)
        #expect(result.format == "winauth" && result.items.map(\.name) == ["a"] && !result.isMember)

        let mixed = try ArchiveFile([.init("links.txt", list), .init("b.png", try Self.picture("b"))]).bytes(.zip)
        let results = try await read(mixed)
        #expect(summary(results) == ["shots:links.txt: ok", "shots:b.png: ok"])
        let outer = try ArchiveFile([.init("export.zip", export)]).bytes(.tar)
        #expect(try await summary(read(outer)) == ["shots:export.zip: ok"])
    }

    @Test(
        "Of a program in a zip, nothing is read; of a document, its images",
        arguments: [
            ("META-INF/MANIFEST.MF", "shots: unrecognised"), ("[Content_Types].xml", "shots:a.png: ok"),
            ("mimetype", "shots:a.png: ok"),
        ])
    func documents(name: String, line: String) async throws {
        let file = try ArchiveFile([.init(name, "x"), .init("a.png", try Self.picture("a"))]).bytes(.zip)
        #expect(try await summary(read(file)) == [line])
    }

    @Test("An archive in a folder is a part of it")
    func inFolder() async throws {
        let path = try folder.makeFolder("all")
        try folder.write(ArchiveFile([.init("b.png", try Self.picture("b"))]).bytes(.zip), to: "all/in.zip")
        try folder.write(try Self.picture("c"), to: "all/z.png")
        let results = try await ImportRun(reader: reader(), jobs: 2).read(InputCollector.collect([path]))
        #expect(summary(results) == ["all/in.zip:b.png: ok", "all/z.png: ok"])
        #expect(results.map(\.folder) == [path, path])
    }

    @Test("A message without a part to read is an ordinary file of a folder")
    func emptyMail() async throws {
        let path = try folder.makeFolder("all")
        let message =
            "Date: Mon, 01 Jan 2024 00:01:00 +0000\nFrom: a@example.com\nMIME-Version: 1.0\n"
            + "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\nx\n"
        try folder.write(Array(message.utf8), to: "all/a.eml")
        try folder.write(try Self.picture("c"), to: "all/z.png")
        let results = try await ImportRun(reader: reader(), jobs: 2).read(InputCollector.collect([path]))
        #expect(summary(results) == ["all/a.eml: content", "all/z.png: ok"])
    }

    @Test("Nothing to read is one error")
    func empty() async throws {
        for kind in Self.kinds {
            let nothing = try ArchiveFile([.init("folder/", kind: .folder)]).bytes(kind)
            #expect(try await summary(read(nothing)) == ["shots: empty-folder"])
            let letters = try ArchiveFile([.init("letter", "Dear …"), .init(".hidden", "x")]).bytes(kind)
            let results = try await read(letters)
            #expect(summary(results) == ["shots: empty-folder", "shots:letter: content", "shots:.hidden: hidden"])
            #expect(results.first?.failure?.message.contains("in this archive") == true)
        }
    }

    @Test("With --from, members are read as that format")
    func forced() async throws {
        let file = try ArchiveFile([.init("a.txt", try link("a")), .init("b.png", try Self.picture("b"))]).bytes(.tar)
        let path = try folder.write(file, to: "shots")
        let reader = reader(forced: FormatRegistry.standard.format("winauth"))
        let results = try await ImportRun(reader: reader, jobs: 1).read(InputCollector.collect([path]))
        #expect(results.map(\.format) == ["winauth", "png"])
    }

    @Test("Files that belong to a member are found in the archive", arguments: [.zip, .tarGzip] as [ArchiveFile.Kind])
    func siblings(kind: ArchiveFile.Kind) throws {
        let file = try ArchiveFile([.init("x/manifest.json", "{}"), .init("a.maFile", "x")]).bytes(kind)
        let path = try folder.write(file, to: "shots")
        let siblings = reader().siblings(of: MemberPlace(path: "x/a.maFile", archive: path))
        #expect(siblings.name == "a.maFile")
        #expect(try siblings.file("manifest.json") == Array("{}".utf8))
        #expect(try siblings.file("other.json") == nil)
        #expect(try siblings.file("../a.maFile") == nil)
    }

    // MARK: - Passphrases

    private static let sealed = [
        ZipFile.Entry("open.txt", "otpauth://totp/open?secret=JBSWY3DPEHPK3PXP"),
        ZipFile.Entry("a.json", "otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ", encryption: .aes256),
        ZipFile.Entry("b.json", "otpauth://totp/b?secret=MFRGGZDFMZTWQ2LK", encryption: .zipCrypto),
    ]

    @Test("A passphrase is asked for once per archive, and used for all members")
    func asked() async throws {
        let file = try ZipFile(Self.sealed, passphrase: "right").bytes()
        let passphrases = ScriptedPassphrases(known: [Passphrase("no")], answers: ["wrong", "right"])
        let results = try await read(file, with: passphrases.source)
        #expect(results.flatMap(\.items).map(\.name) == ["open", "a", "b"])
        #expect(passphrases.questions.all.map(\.app) == ["zip archive", "zip archive"])
        #expect(passphrases.questions.all.map(\.input) == [folder.path("shots"), folder.path("shots")])
    }

    @Test("Without the passphrase, the other members are read, and one error is reported")
    func missing() async throws {
        let file = try ZipFile(Self.sealed, passphrase: "right").bytes()
        for (passphrases, code) in [([], "password-required"), (["wrong"], "wrong-password")] {
            let results = try await read(file, with: PassphraseSource(known: passphrases.map { Passphrase($0) }))
            #expect(
                summary(results) == [
                    "shots:open.txt: ok", "shots:a.json: refusedMember", "shots:b.json: refusedMember",
                    "shots: \(code)",
                ])
        }
    }

    // MARK: - Limits and damage

    @Test("A damaged archive is read as far as possible, with one error", arguments: kinds)
    func cutOff(kind: ArchiveFile.Kind) async throws {
        let entries = try (1...5).map { number in
            ArchiveFile.Entry(
                "\(number).png", try Self.picture("\(number)") + [UInt8](repeating: 10, count: 700 * number))
        }
        let file = try ArchiveFile(entries).bytes(kind)
        for part in 3...9 {
            let results = try await read(Array(file[..<(file.count * part / 10)]))
            let names = results.flatMap(\.items).map(\.name)
            #expect((1...5).map { "\($0)" }.starts(with: names))
            #expect(results.count { $0.status == .failed } == 1, "\(kind), \(part): \(summary(results))")
            #expect(results.last?.failure?.code == .corrupt, "\(kind), \(part): \(summary(results))")
        }
    }

    @Test("A bomb is one error", arguments: kinds.filter { $0 != .tar })
    func bomb(kind: ArchiveFile.Kind) async throws {
        var entries = [ArchiveFile.Entry("a.png", try Self.picture("a"))]
        entries += (1...10).map { .init("\($0)", [UInt8](repeating: 0xFF, count: 30 << 20)) }
        let results = try await read(ArchiveFile(entries).bytes(kind))
        #expect(results.compactMap(\.failure?.code) == [.limitExceeded])
        #expect(results.last?.failure?.message.contains("more than 100 times its size") == true)
        #expect(results.flatMap(\.items).map(\.name) == ["a"])
    }

    @Test("Bombs within an archive count together")
    func nestedBombs() async throws {
        let inner = try ArchiveFile([.init("x", [UInt8](repeating: 0xFF, count: 30 << 20))]).bytes(.zip)
        let file = try ArchiveFile((1...10).map { .init("\($0).zip", inner) }).bytes(.zip)
        let failures = try await read(file).compactMap(\.failure)
        #expect(failures.map(\.code) == [.limitExceeded])
        #expect(failures.first?.message.contains("100 times") == true)
    }

    @Test("The number of members is limited")
    func count() throws {
        let budget = ArchiveBudget()
        for _ in 0..<Limit.archiveMembers { try budget.addMember() }
        #expect(!budget.isExhausted)
        let error = SourceError(.limitExceeded, LimitMessage.archiveMembers(Limit.archiveMembers))
        #expect(throws: error) { try budget.addMember() }
        #expect(budget.isExhausted)
    }

    @Test("The size of all members is limited, also if they hardly shrink")
    func total() throws {
        let budget = ArchiveBudget(size: 1 << 40), limit = Limit.archiveTotal
        #expect(budget.remaining(for: .zip) == limit)
        try budget.add(unpacked: limit - 5)
        #expect(budget.remaining(for: .zip) == 5)
        try budget.add(unpacked: 5)
        #expect(budget.remaining(for: .zip) == 0 && budget.remaining(for: .tar) == 0)
        #expect(budget.exceeded() == SourceError(.limitExceeded, LimitMessage.archiveTotal(limit >> 30)))
    }

    private static let bomb = SourceError(.limitExceeded, LimitMessage.archiveRatio(Limit.archiveRatio))

    @Test(
        "Up to a size, members may shrink as much as they like; above, to a hundredth, each and together",
        arguments: [
            (1, Limit.archiveHarmless), (Limit.archiveHarmless / Limit.archiveRatio, nil),
            (3 << 20, (3 << 20) * Limit.archiveRatio), (1 << 30, (1 << 30) * Limit.archiveRatio),
        ] as [(Int, Int?)])
    func ratio(size: Int, most: Int?) throws {
        let budget = ArchiveBudget(size: size), most = most ?? Limit.archiveHarmless
        let ofOne = max(Limit.memberHarmless, size * Limit.archiveRatio)
        #expect(budget.remaining(for: .zip) == min(ofOne, most, Limit.archiveTotal))
        try budget.add(unpacked: most)
        #expect(!budget.isExhausted)
        if most < Limit.archiveTotal { #expect(throws: Self.bomb) { try budget.add(unpacked: 1) } }
    }

    @Test("Bytes of a compression around an archive count in the same way")
    func streamed() throws {
        for (isEnforced, isBomb) in [(true, true), (false, false)] {
            let budget = ArchiveBudget(size: 1)
            budget.isEnforced = isEnforced
            try budget.add(streamed: Limit.archiveHarmless)
            // Compressed inputs that are not archives have limits of their own.
            if isBomb {
                #expect(throws: Self.bomb) { try budget.add(streamed: 1) }
            } else {
                try budget.add(streamed: 1)
            }
        }
    }

    @Test("A large first file on standard input is not a bomb, zeros that are not in the archive are")
    func unknownSize() throws {
        let budget = ArchiveBudget()
        try budget.add(packed: 1 << 16)
        #expect(budget.remaining(for: .tar) == Limit.archiveTotal)
        #expect(budget.remaining(for: .zip) == Limit.memberHarmless)
        #expect(throws: Self.bomb) { try budget.add(unpacked: Limit.archiveHarmless + 1) }
        #expect(budget.isExhausted)
    }

    @Test("Reading an archive from a pipe is limited, including skipped bytes")
    func piped() throws {
        let budget = ArchiveBudget()
        try budget.add(packed: Limit.archiveTotal + 1)
        budget.isEnforced = true
        #expect(throws: SourceError(.limitExceeded, LimitMessage.archiveTotal(Limit.archiveTotal >> 30))) {
            try budget.add(packed: 1)
        }
        let large = ArchiveBudget(size: Limit.archiveTotal)
        large.isEnforced = true
        try large.add(streamed: Limit.archiveTotal)
        #expect(throws: SourceError.self) { try large.add(streamed: 1) }
    }

    @Test("A member larger than what is read is an error of its own")
    func largeMember() async throws {
        var limits = ImportLimits()
        limits.sourceBytes = 1000
        let file = try ArchiveFile([
            .init("large.txt", [UInt8](repeating: 0x20, count: 2000)), .init("b.txt", try link("b")),
        ]).bytes(.tar)
        let path = try folder.write(file, to: "shots")
        let results = try await ImportRun(reader: reader(limits: limits), jobs: 1).read(InputCollector.collect([path]))
        #expect(summary(results) == ["shots:large.txt: too-large", "shots:b.txt: ok"])
    }
}
