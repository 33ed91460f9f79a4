/// The version of the package, as in `--version` and in the vault's `generator`.
public enum ProgramVersion {
    public static let current = "0.1.0"
    /// The package URL (purl) of this version: an address that does not depend on where the project is published.
    public static let uri = "pkg:generic/totp-import@\(current)"
}
