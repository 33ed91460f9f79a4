import ArgumentParser
import Encodings
import Platform
import SafeFile

/// The vault of commands that name none.
enum DefaultVault {
    static let variable = "TOTP_IMPORT_VAULT"

    /// `TOTP_IMPORT_VAULT`, else `totp-import/vault.json` where programs keep their data; nil without a home folder.
    static var path: String? { named ?? folder.map { "\($0)/vault.json" } }

    /// - Throws: `ValidationError` if it has no place.
    static func place() throws -> String {
        guard let path else { throw ValidationError("Name a vault, or set \(variable)") }
        return path
    }

    /// The default vault.
    ///
    /// - Throws: `ValidationError` if it does not exist.
    static func existing() throws -> String {
        let path = try place()
        if let absence { throw ValidationError("Name a file: \(absence)") }
        return path
    }

    /// Why the default vault does not exist; nil if it exists, or has no place.
    static var absence: String? {
        guard let path, isMissing(path) else { return nil }
        return named == nil
            ? "there is no default vault yet; import without --vault creates \(path)"
            : "the vault of \(variable), \(path), does not exist"
    }

    /// Whether an argument in the place of a vault is something else, so that the default vault is meant: it does not
    /// look like a file, the file does not exist, and a default vault does.
    static func isLeftOut(before argument: String) -> Bool {
        !argument.contains("/") && !argument.hasSuffix(".json") && argument != "-" && isMissing(argument) && exists
    }

    /// - Throws: `ValidationError` if an argument looks like the name of an account, and the default vault does not
    ///   exist.
    static func checkExists(for argument: String) throws {
        guard let absence, !argument.contains("/"), !argument.contains(".") || argument.contains("@"),
            isMissing(argument)
        else { return }
        throw ValidationError("There is no file \"\(argument.sanitized)\", and \(absence)")
    }

    static var exists: Bool { path.map { !isMissing($0) } ?? false }

    private static func isMissing(_ path: String) -> Bool {
        guard case .unreadable(let problem) = FolderListing.kind(of: path) else { return false }
        return problem.kind == .notFound
    }

    /// Makes the folder of the default vault, for its user alone. A folder that the variable names is not made.
    static func makeFolder() throws {
        guard named == nil, let folder else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandError(
                "\(folder): this folder for the default vault could not be created", "name a vault with --vault")
        }
    }

    private static var named: String? { value(of: variable) }

    private static var folder: String? {
        #if os(macOS)
            value(of: "HOME").map { "\($0)/Library/Application Support/totp-import" }
        #else
            // A relative path is invalid there, says the XDG Base Directory Specification.
            (value(of: "XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
                ?? value(of: "HOME").map { "\($0)/.local/share" }).map { "\($0)/totp-import" }
        #endif
    }

    /// Empty is the same as not set.
    private static func value(of name: String) -> String? {
        Console.environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// The vault that a command is about.
struct ChosenVault {
    let path: String
    /// Whether it was not named.
    let isDefault: Bool

    /// - Parameter named: on the command line; nil is the default vault, which may not exist.
    /// - Throws: `ValidationError` if the default vault has no place.
    init(_ named: String?) throws {
        isDefault = named == nil
        path = try named ?? DefaultVault.place()
    }
}

/// How the command line names a vault.
protocol VaultNaming {
    /// - Throws: `ValidationError` if it names none, and the default vault has no place.
    func chosen() throws -> ChosenVault
}

extension String?: VaultNaming {
    func chosen() throws -> ChosenVault { try ChosenVault(self) }
}

/// The first argument of commands about a vault.
struct VaultArgument: ParsableArguments, VaultNaming {
    @Argument(help: "The vault; without it, the default vault.", completion: .file())
    var vault: String?

    func validate() throws { if vault == nil { _ = try DefaultVault.existing() } }

    func chosen() throws -> ChosenVault { try ChosenVault(vault) }

    /// The vault, and the arguments after it, if the vault may be left out.
    ///
    /// - Parameter isOther: whether a text can be another argument than the vault.
    func chosen(
        before rest: [String], unless isOther: (String) -> Bool = { _ in true }
    ) throws -> (vault: ChosenVault, rest: [String]) {
        guard let vault, isOther(vault) else { return (try chosen(), rest) }
        guard DefaultVault.isLeftOut(before: vault) else {
            try DefaultVault.checkExists(for: vault)
            return (try chosen(), rest)
        }
        return (try ChosenVault(nil), [vault] + rest)
    }

    /// The vault, and the numbers after it: `vault restore 2` is about the default vault.
    func chosen(before numbers: [Int]) throws -> (vault: ChosenVault, numbers: [Int]) {
        let chosen = try chosen(before: numbers.map(String.init)) { Int($0) != nil }
        return (chosen.vault, chosen.rest.compactMap { Int($0) })
    }
}

extension Reporter {
    func noteDefaultVault(_ path: String) { note("Vault: \(path)") }
}
