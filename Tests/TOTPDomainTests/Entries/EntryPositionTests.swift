import TOTPDomain
import Testing

struct EntryPositionTests {
    @Test(arguments: [
        (EntryPosition(line: 12), "line 12"), (EntryPosition(code: 2), "code 2"),
        (EntryPosition(code: 2, entry: 3), "code 2, entry 3"), (EntryPosition(line: 4, entry: 1), "line 4, entry 1"),
        (EntryPosition(), ""),
    ])
    func saysWhereAnEntryStands(position: EntryPosition, text: String) {
        #expect(position.description == text)
    }

    @Test
    func problemsAreEqualByTheirCode() {
        #expect(EntryError(.secretMissing, "a") == EntryError(.secretMissing, "b"))
        #expect(EntryError(.secretMissing, "a") != EntryError(.secretTooLong, "a"))
    }
}
