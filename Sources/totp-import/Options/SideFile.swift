import ArgumentParser
import Encodings
import ImportPipeline
import Links
import SafeFile

/// A file that a run writes besides its result. It replaces an earlier file of its kind, and nothing else: if users
/// take the option for a flag, an input follows it.
enum SideFile: String {
    case report = "a report"
    case deleteList = "a list of paths"
    case fingerprints = "a list of fingerprints"

    /// - Throws: ``CommandError`` if the target has something else in it; an empty file has nothing.
    func check(_ target: String?, _ option: String) throws {
        guard let target, target != "-", case .file = try FolderListing.existing(target) else { return }
        let bytes = try BoundedFile.read(target, limit: Limit.input)
        guard !bytes.isEmpty, !isEarlier(bytes) else { return }
        throw CommandError(
            "\(option) \(target) would overwrite a file that is not \(rawValue)", "choose another name",
            status: ExitCode.validationFailure)
    }

    /// Whether an earlier run wrote the file.
    func isEarlier(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .report: return bytes.starts(with: #"{"version":1,"command":""#.utf8) || ReportPage.isReport(bytes)
        case .fingerprints: return bytes.starts(with: AccountFingerprints.header)
        case .deleteList:
            let end = bytes.contains(0) ? 0 : ASCII.newline
            return bytes.split(separator: end).allSatisfy {
                String(validating: $0, as: UTF8.self)?.limitingMarks.isPath == true
            }
        }
    }
}

extension String {
    /// Whether a file has this name, or it looks like the name of a deleted file: its folder exists, or it ends like
    /// the name of a file.
    fileprivate var isPath: Bool {
        guard !looksLikeSecret, KeyURIScheme.find(in: Array(utf8).span) == nil, !InputCollector.isWebAddress(self)
        else { return false }
        let folder = contains("/") ? parentFolder : "/"
        guard case .unreadable = FolderListing.kind(of: folder == "/" ? self : folder) else { return true }
        return fileName.contains(#/\.(?=\w*[A-Za-z])\w{1,32}$/#.asciiOnlyWordCharacters())
    }
}
