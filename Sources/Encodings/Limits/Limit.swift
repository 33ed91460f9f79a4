/// A limit of the program: the most of something that it accepts, and what it says beyond that.
///
/// Every limit is here once; those that only C checks are in C headers. `Docs/make_limits.py` reads this table, which is
/// why each limit is one literal, and makes `Docs/limits.md` of it, with the time and memory that the worst accepted
/// inputs take. `Tests/limits/tests.json` names the test of each.
package struct Limit: Sendable, Hashable {
    package enum Unit: String, Sendable, Hashable { case bytes, pixels, seconds, count }

    /// What is limited: `entries of a file`.
    package let item: String
    package let value: Int
    package let unit: Unit
    /// What users read beyond the limit, `…` for what varies; empty if the rest is cut off or handled in another way.
    package let message: String
    /// What happens beyond the limit, if there is no message, and anything else that users should know.
    package let note: String

    package init(
        _ item: String, _ value: Int, _ unit: Unit = .count, message: String = "", note: String = ""
    ) {
        self.item = item
        self.value = value
        self.unit = unit
        self.message = message
        self.note = note
    }
}
