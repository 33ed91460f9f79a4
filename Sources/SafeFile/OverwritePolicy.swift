/// What to do if the file exists.
package enum OverwritePolicy: Sendable {
    case refuse, replace
    /// Replaces the file, and keeps the old one as `PATH.bak.1`. The versions before it move up by one, as far as
    /// `PATH.bak.N`; older ones are removed. With no versions, all of them are removed.
    ///
    /// - versions: how many to keep, 0 to ``FileVersions/most``; nil leaves them as they are, without the old file.
    /// - restored: the path of the version that is put in the file's place again; the others keep their order without
    ///   it.
    case replaceKeeping(versions: Int?, restored: String? = nil)
}
