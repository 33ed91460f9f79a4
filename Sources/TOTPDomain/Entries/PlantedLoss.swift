/// A record that vanishes between a format's parser and its list of records. Tests plant it, to see that the count of
/// the records notices.
///
/// Each list of records is taken through it, close to the parser. Outside of tests, nothing vanishes.
package struct PlantedLoss: Sendable {
    /// Which record of every list vanishes, from 1; 0 for none.
    @TaskLocal package static var record: Int = 0

    /// The number of records up to the one that vanishes; 0 if none does.
    private var left = record

    package init() {}

    /// Whether the next record vanishes.
    package mutating func takesNext() -> Bool {
        guard left > 0 else { return false }
        left -= 1
        return left == 0
    }

    /// The list, without the record that vanishes.
    package static func applied<Element>(to list: [Element]) -> [Element] {
        var loss = PlantedLoss()
        return loss.left == 0 ? list : list.filter { _ in !loss.takesNext() }
    }
}
