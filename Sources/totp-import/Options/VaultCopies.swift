import ImportPipeline
import SafeFile
import TOTPDomain
import Vault

/// Other copies of a vault, such as those that a synchronizing service makes of a file that was changed on two machines.
enum VaultCopies {
    /// Keeps copies of a vault from being imported into it: renamed accounts would be there twice, and removed accounts
    /// again. Copies in archives are detected when they are read.
    ///
    /// - Returns: the inputs without copies in folders.
    /// - Throws: ``CommandError`` if an argument is a copy of the vault.
    static func without(of vault: String, _ inputs: [Input], _ reporter: Reporter) throws -> [Input] {
        guard let id = try? VaultFile.id(of: vault) else { return inputs }
        return try inputs.filter { input in
            guard case .file(let path) = input.location, isCandidate(path), (try? VaultFile.id(of: path)) == id else {
                return true
            }
            guard input.folder != nil else {
                throw CommandError("\(path): another copy of \(vault)", "merge it: \(command(path, vault))")
            }
            reporter.warning("\(path): another copy of \(vault); skipped. To merge it: \(command(path, vault))")
            return false
        }
    }

    /// Names the copies beside a vault.
    static func name(beside vault: String, _ reporter: Reporter) {
        let (folder, name) = (vault.parentFolder, vault.fileName)
        // If this is a conflict copy itself, the other file is the vault.
        guard !reporter.isQuiet, service(of: name)?.isEmpty == true, let names = try? FolderListing.names(in: folder)
        else { return }
        let stem = name.split(separator: ".", maxSplits: 1).first.map(String.init) ?? name
        let candidates = names.filter {
            $0 != name && $0.hasPrefix(stem) && isCandidate($0) && service(of: $0) != nil
        }
        guard !candidates.isEmpty, let id = try? VaultFile.id(of: vault) else { return }
        for other in candidates.sorted().prefix(8) {
            let path = folder == "." ? other : "\(folder)/\(other)"
            guard (try? VaultFile.id(of: path)) == id else { continue }
            let service = service(of: other) ?? ""
            reporter.note(
                "\(path) is another copy of this vault\(service.isEmpty ? "" : " (\(service))"). Merge it: "
                    + command(path, vault))
        }
    }

    /// Why a file is still of use after it was merged into a vault; nil for a copy that a service made.
    static func use(of path: String) throws -> String? {
        if VaultCompanion(path)?.kind == .vaultVersion { return "it is an earlier version of a vault" }
        if case .link = FolderListing.kind(of: path, followingLinks: false) { return "it is a link" }
        if let vault = DefaultVault.path, try FileIdentity(path) == FileIdentity(vault) {
            return "it is the default vault"
        }
        guard service(of: path.fileName)?.isEmpty != false else { return nil }
        let isChanged = try FolderListing.existing("\(path).lock") != nil || !FileVersions.list(of: path).isEmpty
        return isChanged ? "it is a vault that is in use" : nil
    }

    private static func command(_ path: String, _ vault: String) -> String {
        "totp-import vault merge \(path.quotedForShell) --vault \(vault.quotedForShell)"
    }

    /// Only these are read: a folder may have thousands of images.
    private static func isCandidate(_ path: String) -> Bool {
        path.fileName.lowercased().hasSuffix(".json") || service(of: path.fileName).map { !$0.isEmpty } == true
    }

    /// The services that mark a copy of a file, and what they write into its name.
    private static let marks = [
        ("Syncthing", ".sync-conflict-"), ("Dropbox", "'s conflicted copy"), ("Nextcloud", "(conflicted copy"),
        ("Nextcloud", "_conflict-"), ("OneDrive", "-safebackup-"), ("Resilio Sync", ".conflict"),
        ("Seafile", "(sfconflict"), ("Dropbox", "(case conflict"),
    ]

    /// - Returns: the service that made a copy of this name; empty for names that several make, such as `vault 2.json`,
    ///   and nil for versions and other files of the vault itself.
    private static func service(of name: String) -> String? {
        let name = name.lowercased()
        guard !name.contains(".bak."), !name.hasSuffix(".lock") else { return nil }
        return marks.first { name.contains($0.1) }?.0 ?? ""
    }
}
