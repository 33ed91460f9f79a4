/// The version of the package, as `--version` and the vault's `generator` say it.
public enum ProgramVersion {
    public static let current = "0.1.0"
}
