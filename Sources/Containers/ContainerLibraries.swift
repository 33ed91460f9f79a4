import CArchive
import CLibXML2
import CSQLite
import CTOML
import CYAML
import CZip
import CZlib

/// The versions of the libraries behind this module, as they are at run time.
package enum ContainerLibraries {
    package static var zlib: String { String(cString: zlibVersion()) }

    package static var sqlite: String { String(cString: sqlite3_libversion()) }

    package static var zip: String { String(cString: zip_libzip_version()) }

    package static var yaml: String { String(cString: yaml_get_version_string()) }

    package static var toml: String { String(cString: ctoml_version()) }

    package static var archive: String { numbered(Int(archive_version_number()), factor: 1000) }

    /// libxml2 says `20914`, and in some builds more after it.
    package static var xml: String {
        let text = String(cString: clibxml2_version())
        return Int(text.prefix { $0.isASCII && $0.isNumber }).map { numbered($0, factor: 100) } ?? text
    }

    /// `3006002` and `20914` as people write them.
    private static func numbered(_ number: Int, factor: Int) -> String {
        "\(number / factor / factor).\(number / factor % factor).\(number % factor)"
    }
}
