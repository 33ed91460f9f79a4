import TOTPImport

/// The parts of the library. Commands get them from here, so that a test can replace them.
enum Assembly {
    @TaskLocal static var current = Parts.standard
}
