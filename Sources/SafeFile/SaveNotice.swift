/// Tells people what they should know about a file that was written.
package struct SaveNotice: Sendable {
    /// The one that gets the notices of the current task.
    @TaskLocal package static var current: SaveNotice?

    private let show: @Sendable (String) -> Void

    /// - parameter show: gets each notice: one line, with the file's path.
    package init(_ show: @escaping @Sendable (String) -> Void) { self.show = show }

    func callAsFunction(_ notice: String) { show(notice) }
}
