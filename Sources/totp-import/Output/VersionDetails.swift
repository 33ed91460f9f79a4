import CAssets
import Containers
import CryptoPrimitives
import ImageDecode
import Links
import PasswordManagerFormats
import QRDraw
import QRScan
import TOTPDomain

/// The version of the program and of everything that it is made of, with licenses: `--version --verbose`.
enum VersionDetails {
    /// - name: as in `Docs/dependencies.md`.
    /// - version: nil if the program is built without it, empty if it cannot be loaded.
    /// - license: an SPDX expression.
    typealias Component = (name: String, version: String?, license: String)

    static var components: [Component] { libraries + brought + packages }

    private static var libraries: [Component] {
        [
            // Images.
            ("libpng", ImageLibraries.png, "libpng-2.0"),
            ("libjpeg-turbo", ImageLibraries.jpeg, "IJG AND BSD-3-Clause AND Zlib"),
            ("libwebp", ImageLibraries.webp, "BSD-3-Clause"),
            ("libdeflate", ImageLibraries.deflate, "MIT"),
            ("libheif", ImageLibraries.heif, "LGPL-3.0-or-later"),
            ("libtiff", ImageLibraries.tiff, "libtiff"),
            ("giflib", ImageLibraries.gif, "MIT AND ISC"),
            // QR codes.
            ("zbar", ScanLibraries.zbar, "LGPL-2.1-or-later"),
            ("zxing-cpp", ScanLibraries.zxing, "Apache-2.0"),
            ("libqrencode", DrawLibraries.qrencode, "LGPL-2.1-or-later"),
            // Files.
            ("libcrypto of OpenSSL", CryptoLibraries.openSSL, "Apache-2.0"),
            ("argon2", CryptoLibraries.argon2, "CC0-1.0 OR Apache-2.0"),
            ("libsodium", CryptoLibraries.sodium, "ISC"),
            ("libgcrypt", CryptoLibraries.gcrypt ?? "", "LGPL-2.1-or-later"),
            ("zlib", ContainerLibraries.zlib, "Zlib"),
            ("SQLite", ContainerLibraries.sqlite, "blessing"),
            ("libxml2", ContainerLibraries.xml, "MIT"),
            ("libzip", ContainerLibraries.zip, "BSD-3-Clause"),
            ("libarchive", ContainerLibraries.archive, "BSD-2-Clause"),
            ("libyaml", ContainerLibraries.yaml, "MIT"),
            ("toml++", ContainerLibraries.toml, "MIT"),
            ("libpsl", MatchLibraries.psl, "MIT AND MPL-2.0"),
        ]
    }

    /// The components that the other libraries bring, if they are a part of the program.
    private static var brought: [Component] {
        String(cString: cassets_brought()).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "\t").map(String.init)
            return cells.count == 3 ? (cells[0], cells[1], cells[2]) : nil
        }
    }

    /// All but Swift cannot tell their versions: a test compares them with `Package.resolved`.
    private static let packages: [Component] = [
        ("swift-argument-parser", "1.8.2", "Apache-2.0 WITH Swift-exception"),
        ("swift-nio", versionOfPage("2.101.2"), "Apache-2.0 AND MIT"),
        ("swift-atomics", versionOfPage("1.3.0"), "Apache-2.0 WITH Swift-exception"),
        ("swift-collections", versionOfPage("1.6.0"), "Apache-2.0 WITH Swift-exception"),
        ("Swift", swiftVersion, "Apache-2.0 WITH Swift-exception"),
    ]

    private static func versionOfPage(_ version: String) -> String? {
        #if Web
            version
        #else
            nil
        #endif
    }

    private static var swiftVersion: String {
        #if compiler(>=6.4)
            "6.4 or later"
        #elseif compiler(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }

    /// Whether these are all arguments: `--version --verbose`. The parser stops at `--version`.
    static func areAsked(by arguments: [String]) -> Bool {
        Set(arguments) == ["--version", "--verbose"] || Set(arguments) == ["--version", "-v"]
    }

    static var text: String {
        var table = TextTable(["LIBRARY", "VERSION", "LICENSE"])
        for component in components {
            let version = component.version.map { $0.isEmpty ? "not installed" : $0 }
            table.add([component.name, version ?? "not in this build", component.license])
        }
        let plain = Style(isTerminal: false, isForbidden: true)
        return "totp-import \(ProgramVersion.current)\nlicense: MIT\n\n" + table.text(width: nil, style: plain)
    }
}
