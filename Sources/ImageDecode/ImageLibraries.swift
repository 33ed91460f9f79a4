import CDeflate
import CPictures

/// The versions of the libraries behind this module, as they are at run time; nil if the program is built without the
/// library, empty if the library cannot be loaded.
///
/// libdeflate, libjpeg-turbo and giflib cannot report their versions; the versions of their headers are used.
package enum ImageLibraries {
    package static var png: String { version(cpictures_png.write_version) }
    package static var jpeg: String { version(cpictures_jpeg.write_version) }
    package static var webp: String { version(cpictures_webp.write_version) }
    package static var deflate: String { LIBDEFLATE_VERSION_STRING }

    package static var heif: String? {
        #if HEIF
            version(cpictures_heif.write_version)
        #else
            nil
        #endif
    }

    package static var tiff: String? {
        #if TIFF
            version(cpictures_tiff.write_version)
        #else
            nil
        #endif
    }

    package static var gif: String? {
        #if GIF
            version(cpictures_gif.write_version)
        #else
            nil
        #endif
    }

    private static func version(_ write: (UnsafeMutablePointer<CChar>?) -> Void) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(CPICTURES_VERSION)) { text in
            text.initialize(repeating: 0)
            write(text.baseAddress)
            return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
}
