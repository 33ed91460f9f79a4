/// Names of which no two are the same: those that were used before get a number.
package struct UniqueNames<Key: Hashable> {
    private var taken: Set<Key> = []
    /// The last number given to accounts of the same name.
    private var lastNumbers: [Key: Int] = [:]

    package init() {}

    /// - Parameters:
    ///   - asked: what makes two names the same, before the number.
    ///   - numbered: the same of the name with a number; 1 means none.
    /// - Returns: the first number whose name was not used before.
    package mutating func number<Failure: Error>(
        for asked: Key, _ numbered: (Int) throws(Failure) -> Key
    ) throws(Failure) -> Int {
        var number = lastNumbers[asked] ?? 0
        repeat { number += 1 } while !taken.insert(try numbered(number)).inserted
        lastNumbers[asked] = number
        return number
    }
}
