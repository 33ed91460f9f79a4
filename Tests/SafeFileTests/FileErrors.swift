import SafeFile

/// The problem that `body` throws, or nil where it throws none.
func problem(_ body: () throws -> some Any) -> FileError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? FileError
    }
}
