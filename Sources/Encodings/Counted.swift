/// A number with its noun: `1 account`, `0 accounts`, `2 entries`.
///
/// - parameter plural: where it is not the noun with an `s`.
package func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
}
