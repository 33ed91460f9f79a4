import FixtureSupport
import Platform
import Testing

@testable import Vault

@Suite("Times and ids of the plaintext")
struct VaultTimeTests {
    @Test("Every day from 1970 to 2110 and both ends of it are read and written as Foundation does")
    func everyDay() {
        for day in 0..<51_200 {
            for second in [0, 86_399] {
                let date = Date(timeIntervalSince1970: TimeInterval(day * 86_400 + second))
                let text = date.formatted(.iso8601)
                #expect(VaultTime.text(date) == text)
                #expect(VaultTime.date(Array(text.utf8)[...]) == date)
            }
        }
    }

    @Test(
        "Dates that exist are read",
        arguments: [
            "2024-02-29T00:00:00Z", "2000-02-29T23:59:59Z", "1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z",
            "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
        ])
    func valid(text: String) throws {
        let date = try Date(text, strategy: .iso8601)
        #expect(VaultTime.date(Array(text.utf8)[...]) == date)
        #expect(VaultTime.text(date) == text)
    }

    @Test(
        "Other dates and other spellings are refused",
        arguments: [
            "2023-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
            "2026-04-31T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
            "2026-01-01T00:00:60Z", "2026-01-01T00:00:00+02:00", "2026-01-01T00:00:00.5Z", "2026-01-01 00:00:00Z",
            "2026-01-01T00:00:00z", "2026-1-1T0:0:0Z", "", "now", "20260101T000000Z", "2026-01-01T00:00:00",
            "²026-01-01T00:00Z", "1969-02-30T00:00:00Z",
            "20266-11-21T09:30:00Z", "-026-11-21T09:30:00Z",
        ])
    func invalid(text: String) { #expect(VaultTime.date(Array(text.utf8)[...]) == nil) }

    @Test("Times before 1970 and after 9999 are written as Foundation writes them")
    func outside() {
        for seconds in [-1, -62_135_596_800, 253_402_300_799, 253_402_300_800] as [TimeInterval] {
            let date = Date(timeIntervalSince1970: seconds)
            #expect(VaultTime.text(date) == date.formatted(.iso8601))
        }
    }

    @Test
    func idsInUpperCaseAreRead() throws {
        for _ in 0..<200 {
            let id = UUID()
            #expect(UUID(utf8: Array(id.uuidString.utf8)[...]) == id)
        }
    }

    @Test(arguments: [
        "", "5B0C2A7E-0000-4000-A000-00000000000", "5B0C2A7E-0000-4000-A000-0000000000011",
        "5B0C2A7E00000-4000-A000-000000000001", "5B0C2A7G-0000-4000-A000-000000000001",
        "{5B0C2A7E-0000-4000-A000-0000000001}", "5B0C2A7E-0000-4000-A000-0000000000é",
        "5B0C2A7E-0000-4000-a000-000000000001", "5B0C2A7E+0000-4000-A000-000000000001",
    ])
    func otherTextsAreNoIDs(text: String) { #expect(UUID(utf8: Array(text.utf8)[...]) == nil) }
}
