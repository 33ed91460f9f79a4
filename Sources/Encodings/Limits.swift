/// The limits of the program: the most of something that it accepts.
///
/// Every limit is here once; limits that only C checks are in C headers. `Tests/limits/limits.json` has the subject of
/// each limit, the message beyond it, and its test. `Docs/development/make_limits.py` makes `Docs/limits.md` of both.
package enum Limit {
    package static let csvCells = 1 << 16
    package static let jsonDepth = 512
    package static let jsonMembers = 1 << 16
    package static let jsonValues = 4_000_000
    package static let combiningMarks = 64
    package static let imageSide = 65_500
}
