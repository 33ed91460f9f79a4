/// What to do if the file exists.
public enum OverwritePolicy: Sendable {
    case refuse, replace
    /// Replaces the file and keeps the old one as `PATH.bak`.
    case replaceKeepingBackup
}
