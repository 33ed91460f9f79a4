/// The version of the package, as in `--version` and in the vault's `generator`.
public enum ProgramVersion {
    public static let current = "0.1.0"
}
