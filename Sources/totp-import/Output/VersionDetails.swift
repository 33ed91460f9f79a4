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
    struct Component {
        /// As in `Docs/dependencies.md`.
        var name: String
        /// Nil if the program is built without it, empty if it cannot be loaded.
        var version: String?
        /// An SPDX expression.
        var license: String

        init(_ name: String, _ version: String?, _ license: String) {
            self.name = name
            self.version = version
            self.license = license
        }
    }

    static var components: [Component] { libraries + brought + packages }

    private static var libraries: [Component] {
        [
            // Images.
            Component("libpng", ImageLibraries.png, "libpng-2.0"),
            Component("libjpeg-turbo", ImageLibraries.jpeg, "IJG AND BSD-3-Clause AND Zlib"),
            Component("libwebp", ImageLibraries.webp, "BSD-3-Clause"),
            Component("libdeflate", ImageLibraries.deflate, "MIT"),
            Component("libheif", ImageLibraries.heif, "LGPL-3.0-or-later"),
            Component("libtiff", ImageLibraries.tiff, "libtiff"),
            Component("giflib", ImageLibraries.gif, "MIT AND ISC"),
            // QR codes.
            Component("zbar", ScanLibraries.zbar, "LGPL-2.1-or-later"),
            Component("zxing-cpp", ScanLibraries.zxing, "Apache-2.0"),
            Component("libqrencode", DrawLibraries.qrencode, "LGPL-2.1-or-later"),
            // Files.
            Component("libcrypto of OpenSSL", CryptoLibraries.openSSL, "Apache-2.0"),
            Component("argon2", CryptoLibraries.argon2, "CC0-1.0 OR Apache-2.0"),
            Component("libsodium", CryptoLibraries.sodium, "ISC"),
            Component("libgcrypt", CryptoLibraries.gcrypt ?? "", "LGPL-2.1-or-later"),
            Component("zlib", ContainerLibraries.zlib, "Zlib"),
            Component("SQLite", ContainerLibraries.sqlite, "blessing"),
            Component("libxml2", ContainerLibraries.xml, "MIT"),
            Component("libzip", ContainerLibraries.zip, "BSD-3-Clause"),
            Component("libarchive", ContainerLibraries.archive, "BSD-2-Clause"),
            Component("libyaml", ContainerLibraries.yaml, "MIT"),
            Component("toml++", ContainerLibraries.toml, "MIT"),
            Component("libpsl", MatchLibraries.psl, "MIT AND MPL-2.0"),
        ]
    }

    /// The components that the other libraries bring, if they are a part of the program.
    private static var brought: [Component] {
        String(cString: cassets_brought()).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "\t").map(String.init)
            return cells.count == 3 ? Component(cells[0], cells[1], cells[2]) : nil
        }
    }

    /// All but Swift cannot tell their versions: a test compares them with `Package.resolved`.
    private static let packages = [
        Component("swift-argument-parser", "1.8.2", "Apache-2.0 WITH Swift-exception"),
        Component("swift-nio", versionOfPage("2.101.2"), "Apache-2.0 AND MIT"),
        Component("swift-atomics", versionOfPage("1.3.0"), "Apache-2.0 WITH Swift-exception"),
        Component("swift-collections", versionOfPage("1.6.0"), "Apache-2.0 WITH Swift-exception"),
        Component("Swift", swiftVersion, "Apache-2.0 WITH Swift-exception"),
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
