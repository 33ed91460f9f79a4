import Platform

/// A folder for one test, removed with all that is in it.
///
/// Keep it as a property of the suite: a local constant may be released, and the folder removed, right after its last
/// use, while the test still works in there.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "totp-import-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path(percentEncoded: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of something in the folder, there or not.
    package func path(_ name: String) -> String { "\(path)/\(name)" }

    @discardableResult
    package func write(_ bytes: [UInt8], to name: String, permissions: Int = 0o600) throws -> String {
        try Data(bytes).write(to: URL(filePath: path(name)))
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path(name))
        return path(name)
    }

    @discardableResult
    package func write(_ text: String, to name: String, permissions: Int = 0o600) throws -> String {
        try write(Array(text.utf8), to: name, permissions: permissions)
    }

    /// Writes a script that tests start as a program.
    package func install(script: String, as name: String) throws {
        try install(program: URL(filePath: try write(script, to: "\(name).script")), as: name)
    }

    /// Copies a program that tests start.
    ///
    /// Another process writes it: a program cannot be started while any process has it open for writing, and processes
    /// that other tests start at this moment inherit what is open here.
    package func install(program: URL, as name: String) throws {
        let outcome = try Program.run(
            URL(filePath: "/usr/bin/install"), ["-m", "700", program.resolvingSymlinksInPath().file, path(name)])
        guard outcome.status == 0 else { throw NotInstalled(description: outcome.errors) }
    }

    /// What `install` says.
    struct NotInstalled: Error, CustomStringConvertible { let description: String }

    @discardableResult
    package func makeFolder(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
        return path(name)
    }

    /// - Parameter destination: the text of the link.
    @discardableResult
    package func makeLink(_ name: String, to destination: String) throws -> String {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: destination)
        return path(name)
    }

    package func bytes(_ name: String) throws -> [UInt8] { try FixtureFolder.bytes(URL(filePath: path(name))) }

    package func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    /// The names in the folder, hidden ones too, in order.
    package func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    /// The permission bits of a file.
    package func permissions(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
    }

    /// The text of a symbolic link.
    package func destination(ofLink name: String) throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: path(name))
    }
}
