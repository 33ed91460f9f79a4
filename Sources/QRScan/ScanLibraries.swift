/// The versions of the libraries behind this module, as they are at run time.
package enum ScanLibraries {
    package static var zbar: String { ZBar.version }

    /// Nil if the program is built without it.
    package static var zxing: String? { ZXing.version }
}
