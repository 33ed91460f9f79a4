/// The version of the package, as in `--version` and in the vault's `generator`.
package enum ProgramVersion {
    package static let current = "0.1.0"
    /// The package URL (purl) of this version: an address that does not depend on where the project is published.
    package static let uri = "pkg:generic/totp-import@\(current)"
}
