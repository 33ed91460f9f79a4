import FixtureSupport
import SafeFile
import Testing

struct StreamedFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func appearsOnceItIsFinished() throws {
        let file = try StreamedFile(folder.path("a"))
        try file.write([1, 2])
        try file.write([3])
        #expect(try !folder.names().contains("a"))
        try file.finish(.refuse)
        #expect(try folder.names() == ["a"])
        #expect(try folder.bytes("a") == [1, 2, 3])
        #expect(try folder.permissions("a") == 0o600)
    }

    @Test func leavesNothingIfItIsNotFinished() throws {
        do {
            let file = try StreamedFile(folder.path("a"))
            try file.write([1])
        }
        #expect(try folder.names() == [])
    }

    @Test func replacesOnlyWhenItIsTold() throws {
        try folder.write([9], to: "a")
        do {
            let refused = try StreamedFile(folder.path("a"))
            let problem = #expect(throws: FileError.self) { try refused.finish(.refuse) }
            #expect(problem?.kind == .exists)
        }
        #expect(try folder.bytes("a") == [9])
        let file = try StreamedFile(folder.path("a"))
        try file.write([1])
        try file.finish(.replace)
        #expect(try folder.bytes("a") == [1])
    }

    @Test func aLinkStaysALink() throws {
        try folder.write([9], to: "a")
        try folder.makeLink("b", to: "a")
        let file = try StreamedFile(folder.path("b"))
        try file.write([1])
        try file.finish(.replace)
        #expect(try folder.bytes("a") == [1])
        #expect(try folder.destination(ofLink: "b") == "a")
    }

    @Test func aMissingFolderIsNamed() {
        let problem = #expect(throws: FileError.self) { try StreamedFile(folder.path("no/a")) }
        #expect(problem?.kind == .notFound)
    }
}
