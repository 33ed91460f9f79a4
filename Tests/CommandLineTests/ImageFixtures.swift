import FixtureSupport
import Foundation

/// The pictures and texts of `Fixtures/images` that can be read here.
enum ImageFixtures {
    /// All with an expectation, in name order.
    static let inputs: [URL] = {
        let files = (try? FixtureFolder.files(below: FixtureFolder.images)) ?? []
        return files.filter { file in
            let folder = file.deletingLastPathComponent()
            let isExpected = (try? ExpectedAccounts.all(in: folder))?[file.lastPathComponent] != nil
            return isExpected && !unreadableGroups.contains(folder.lastPathComponent)
        }
    }()

    /// Pictures of libraries or programs that are missing. `make test` installs all of them.
    static let unreadableGroups: Set<String> = {
        var groups: Set = ["heif", "tiff", "gif", "pdf"]
        #if HEIF
            groups.remove("heif")
        #endif
        #if TIFF
            groups.remove("tiff")
        #endif
        #if GIF
            groups.remove("gif")
        #endif
        if ExternalProgram.drawsPDF { groups.remove("pdf") }
        return groups
    }()

    /// `GROUP/NAME`, as the end of a source's name has it.
    static func place(_ path: String) -> String { path.split(separator: "/").suffix(2).joined(separator: "/") }
}
