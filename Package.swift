// swift-tools-version: 6.2
import PackageDescription

/// A C library of the system: a module map, its pkg-config name (giflib has none), and the packages that bring it.
///
/// Targets depend on an optional library only with its trait: otherwise SwiftPM would warn in every build without it.
func library(_ name: String, _ pkgConfig: String?, apt: String, brew: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/SystemLibraries/\(name)", pkgConfig: pkgConfig,
        providers: [.apt([apt]), .brew([brew])])
}

/// C of our own, in a folder of Sources/CShims.
func shim(_ name: String, _ folder: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/CShims/\(folder)")
}

/// Formats of a folder of Sources/Importers.
func group(_ name: String, _ folder: String, _ more: [Target.Dependency]) -> Target {
    .target(
        name: name,
        dependencies: ["Platform", "Encodings", "TOTPDomain", "CryptoPrimitives", "Containers", "Links"] + more,
        path: "Sources/Importers/\(folder)")
}

let formats: [Target.Dependency] = [
    "FormatEngine", "AnythingFormats", "AppFormats", "PasswordManagerFormats", "TokenFormats", "ServerFormats",
]

let package = Package(
    name: "totp-import",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "totp-import", targets: ["totp-import", "CSwiftRuntime"]),
        .library(name: "TOTPImport", targets: ["TOTPImport"]),
        // Without a C library: also for iOS.
        .library(name: "TOTPCore", targets: ["TOTPCore"]),
        // For the fuzzer: everything in it is `package`.
        .library(name: "WebPage", targets: ["WebPage"]),
    ],
    traits: [
        .trait(name: "ZXing", description: "A second engine for QR codes, zxing-cpp (libzxing-dev)."),
        .trait(name: "HEIF", description: "HEIC and AVIF pictures, libheif (libheif-dev)."),
        .trait(name: "TIFF", description: "TIFF pictures, libtiff (libtiff-dev)."),
        .trait(name: "GIF", description: "GIF pictures, giflib (libgif-dev)."),
        .trait(
            name: "Web",
            description: "The page of `totp-import web`, swift-nio. Without it the program has no network code."),
        .default(enabledTraits: []),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        // One C library each. Docs/dependencies.md has their purposes.
        .systemLibrary(name: "CZBar", pkgConfig: "zbar", providers: [.apt(["libzbar-dev"]), .brew(["zbar"])]),
        library("CLibPNG", "libpng16", apt: "libpng-dev", brew: "libpng"),
        library("COpenSSL", "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
        library("CQREncode", "libqrencode", apt: "libqrencode-dev", brew: "qrencode"),
        library("CDeflate", "libdeflate", apt: "libdeflate-dev", brew: "libdeflate"),
        library("CZlib", "zlib", apt: "zlib1g-dev", brew: "zlib"),
        library("CArgon2", "libargon2", apt: "libargon2-dev", brew: "argon2"),
        library("CSodium", "libsodium", apt: "libsodium-dev", brew: "libsodium"),
        library("CZXingCore", "zxing", apt: "libzxing-dev", brew: "zxing-cpp"),
        library("CLibSQLite", "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
        library("CLibXML2", "libxml-2.0", apt: "libxml2-dev", brew: "libxml2"),
        library("CZip", "libzip", apt: "libzip-dev", brew: "libzip"),
        library("CArchive", "libarchive", apt: "libarchive-dev", brew: "libarchive"),
        library("CYAML", "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),
        library("CTOMLPlusPlus", "tomlplusplus", apt: "libtomlplusplus-dev", brew: "tomlplusplus"),
        library("CGcrypt", "libgcrypt", apt: "libgcrypt20-dev", brew: "libgcrypt"),
        library("CPSL", "libpsl", apt: "libpsl-dev", brew: "libpsl"),
        shim("CTwofish", "Twofish", ["CGcrypt"]),
        shim("CSQLite", "SQLite", ["CLibSQLite"]),
        // Only the headers are used. On Linux they are where the compiler looks, so the library is not linked.
        shim("CTOML", "TOML", [.target(name: "CTOMLPlusPlus", condition: .when(platforms: [.macOS]))]),
        library("CLibJPEG", "libjpeg", apt: "libjpeg-dev", brew: "jpeg-turbo"),
        library("CLibWebP", "libwebpdemux", apt: "libwebp-dev", brew: "webp"),
        library("CLibHEIF", "libheif", apt: "libheif-dev", brew: "libheif"),
        library("CLibTIFF", "libtiff-4", apt: "libtiff-dev", brew: "libtiff"),
        library("CGIFLib", nil, apt: "libgif-dev", brew: "giflib"),
        // Picture libraries behind one header; optional ones only with their trait.
        .target(
            name: "CPictures",
            dependencies: [
                "CLibPNG", "CLibJPEG", "CLibWebP",
                .target(name: "CLibTIFF", condition: .when(traits: ["TIFF"])),
                .target(name: "CGIFLib", condition: .when(traits: ["GIF"])),
                // On Linux libheif is loaded when it is needed, and not linked.
                .target(name: "CLibHEIF", condition: .when(platforms: [.macOS], traits: ["HEIF"])),
            ],
            path: "Sources/CShims/Pictures",
            cSettings: ["HEIF", "TIFF", "GIF"].map { .define("CPICTURES_\($0)", .when(traits: [$0])) },
            linkerSettings: [.linkedLibrary("gif", .when(traits: ["GIF"]))]
        ),
        shim("CQRLocate", "QRLocate"),
        shim("CZXing", "ZXing", [.target(name: "CZXingCore", condition: .when(traits: ["ZXing"]))]),
        shim("CProcess", "Process"),
        shim("CWiping", "Wiping"),
        shim("CKeyring", "Keyring"),
        shim("CWebPage", "WebPage"),
        shim("CAssets", "Assets"),

        // The C library of the platform, and Foundation without ICU.
        .target(
            name: "Platform", linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS, .iOS]))]),

        // How bytes and texts are written: base32, percent coding, JSON, CSV. The table of limits.
        .target(
            name: "Encodings", dependencies: ["Platform"], swiftSettings: [.enableExperimentalFeature("Lifetimes")]),

        // Locked memory for passphrases and keys.
        .target(name: "SecureMemory", dependencies: ["Platform"]),

        // The account and its rules.
        .target(name: "TOTPDomain", dependencies: ["Platform", "Encodings", "SecureMemory"]),

        // Images as luma, and the protocols of their decoders and scanners.
        .target(name: "Images", dependencies: ["Encodings", "TOTPDomain"]),

        // Links: finding, reading, writing and checking them; Google Authenticator's exports.
        .target(name: "Links", dependencies: ["Platform", "Encodings", "TOTPDomain"]),

        // The part of the library that needs no C library, and that other packages import.
        .target(name: "TOTPCore", dependencies: ["Platform", "Encodings", "TOTPDomain", "Links"]),

        // Reading and writing of files as a whole, bounded and atomic.
        .target(name: "SafeFile", dependencies: ["Platform", "Encodings", "CProcess"]),

        // Other programs, bounded.
        .target(name: "Programs", dependencies: ["Platform", "CProcess"]),

        // Data: each knows the domain and the door to cryptography, and none of the others.
        .target(
            name: "CryptoPrimitives",
            dependencies: ["SecureMemory", "TOTPDomain", "COpenSSL", "CArgon2", "CSodium", "CTwofish"]),
        .target(
            name: "ImageDecode",
            dependencies: ["Encodings", "TOTPDomain", "Images", "Programs", "CDeflate", "CPictures"]),
        .target(
            name: "QRScan",
            dependencies: [
                "Encodings", "TOTPDomain", "Images", "CZBar", "CQRLocate",
                .target(name: "CZXing", condition: .when(traits: ["ZXing"])),
            ]
        ),
        .target(name: "QRDraw", dependencies: ["Encodings", "TOTPDomain", "Images", "CQREncode", "CPictures"]),
        // Files within files: databases, archives, XML.
        .target(
            name: "Containers",
            dependencies: [
                "Platform", "Encodings", "TOTPDomain", "CryptoPrimitives", "CZlib", "CSQLite", "CLibXML2", "CZip",
                "CArchive", "CYAML", "CTOML",
            ]
        ),
        // The formats of apps, in groups: what each group reads and writes. The engine is what several groups need.
        group("FormatEngine", "Engine", []),
        group("AnythingFormats", "Anything", ["FormatEngine"]),
        group("AppFormats", "Apps", ["FormatEngine", "AnythingFormats"]),
        group("PasswordManagerFormats", "PasswordManagers", ["FormatEngine", "CAssets", "CPSL"]),
        group("TokenFormats", "Tokens", ["FormatEngine", "AnythingFormats", "CAssets"]),
        group("ServerFormats", "Servers", ["FormatEngine", "AnythingFormats", "CAssets"]),
        // All formats that can be read.
        .target(
            name: "Importers", dependencies: ["Encodings", "TOTPDomain", "Links"] + formats,
            path: "Sources/Importers/Registry"),
        // All formats that can be written; pages, images and links, which are of no app.
        .target(
            name: "Exporters",
            dependencies: ["CAssets", "Platform", "Encodings", "TOTPDomain", "CryptoPrimitives", "Links", "QRDraw"]
                + formats),
        .target(
            name: "Vault",
            dependencies: [
                "Platform", "Encodings", "SecureMemory", "TOTPDomain", "CryptoPrimitives", "SafeFile", "CKeyring",
            ]),

        // The order of stages, through the domain's protocols alone.
        .target(
            name: "ImportPipeline",
            dependencies: ["Platform", "Encodings", "TOTPDomain", "Images", "SafeFile", "Links"]),

        // The library's public interface, which other packages import.
        .target(
            name: "TOTPImport",
            dependencies: [
                "CAssets", "Platform", "Encodings", "SecureMemory", "TOTPDomain", "TOTPCore", "Containers",
                "CryptoPrimitives", "Images", "ImageDecode", "QRScan", "QRDraw", "FormatEngine", "Importers",
                "Exporters",
                "Vault", "Links", "ImportPipeline", "SafeFile",
            ]
        ),

        // The page in the browser: a server for one user on this computer. Empty without the trait Web.
        .target(
            name: "WebPage",
            dependencies: [
                "CWebPage", "Platform", "Encodings", "SecureMemory", "TOTPDomain", "Links", "CryptoPrimitives",
                "Images", "ImageDecode", "QRScan", "QRDraw", "AppFormats", "Exporters", "Vault", "SafeFile",
                "ImportPipeline",
                "TOTPImport", "TOTPCore", "Containers",
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Web"])),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Web"])),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Web"])),
            ],
            // Embedded by CWebPage.
            exclude: ["Page"]
        ),

        // The command line, and the one place where parts are put together.
        .executableTarget(
            name: "totp-import",
            dependencies: [
                "Platform", "Encodings", "SecureMemory", "TOTPDomain", "CryptoPrimitives", "Images", "ImageDecode",
                "QRScan",
                "FormatEngine", "AnythingFormats", "AppFormats", "PasswordManagerFormats", "Exporters", "QRDraw",
                "Vault",
                "ImportPipeline", "Links", "Containers", "SafeFile", "CAssets", "CProcess", "CWiping", "Programs",
                "TOTPImport",
                .target(name: "WebPage", condition: .when(traits: ["Web"])),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),

        // On Linux, the Swift runtime goes into the program, so that it runs where no toolchain is, nor /proc.
        // Swift's static libraries have no Testing, so the tests are linked as usual, from the same objects.
        .target(
            name: "CSwiftRuntime", path: "Sources/CShims/SwiftRuntime",
            linkerSettings: [
                .unsafeFlags(
                    [
                        "-static-stdlib", "-l_FoundationCShims", "-l_FoundationCollections", "-Xlinker", "--wrap=open",
                    ], .when(platforms: [.linux]))
            ]
        ),

        // A terminal for tests.
        .target(name: "CTerminal", path: "Tests/CTerminal"),
        .target(
            name: "FixtureSupport",
            dependencies: [
                "Platform", "CTerminal", "Encodings", "SecureMemory", "TOTPDomain", "CryptoPrimitives", "COpenSSL",
                "CTwofish", "CGcrypt", "CZlib", "CLibSQLite", "CArchive",
            ],
            path: "Tests/FixtureSupport"
        ),
        .testTarget(name: "EncodingsTests", dependencies: ["Platform", "Encodings", "FixtureSupport"]),
        .testTarget(
            name: "TOTPDomainTests",
            dependencies: ["Platform", "Encodings", "SecureMemory", "TOTPDomain", "FixtureSupport"]),
        .testTarget(name: "SecureMemoryTests", dependencies: ["SecureMemory"]),
        .testTarget(
            name: "CryptoPrimitivesTests",
            dependencies: ["Encodings", "SecureMemory", "TOTPDomain", "CryptoPrimitives", "FixtureSupport"]),
        .testTarget(
            name: "ImageDecodeTests",
            dependencies: [
                "Images", "ImageDecode", "Programs", "QRDraw", "QRScan", "Encodings", "TOTPDomain", "CPictures",
                "FixtureSupport",
            ]
        ),
        .testTarget(
            name: "QRScanTests",
            dependencies: ["CQRLocate", "Images", "QRScan", "Encodings", "TOTPDomain", "FixtureSupport"]),
        .testTarget(
            name: "QRDrawTests",
            dependencies: ["Images", "QRDraw", "QRScan", "ImageDecode", "Encodings", "TOTPDomain", "FixtureSupport"]
        ),
        .testTarget(
            name: "ContainersTests",
            dependencies: ["Containers", "CSQLite", "Encodings", "TOTPDomain", "FixtureSupport"]),
        .testTarget(
            name: "ImportersTests",
            dependencies: [
                "CSodium", "TOTPDomain", "CryptoPrimitives", "Encodings", "Importers", "Links", "SecureMemory",
                "FixtureSupport",
            ] + formats),
        .testTarget(
            name: "ExportersTests",
            dependencies: [
                "Links", "TOTPDomain", "Containers", "CryptoPrimitives", "Encodings", "Exporters",
                "ImageDecode", "Importers", "QRDraw", "QRScan", "FixtureSupport",
            ] + formats),
        .testTarget(name: "SafeFileTests", dependencies: ["Encodings", "SafeFile", "FixtureSupport"]),
        .testTarget(
            name: "VaultTests",
            dependencies: [
                "Platform", "SafeFile", "TOTPDomain", "Encodings", "Vault", "CryptoPrimitives", "FixtureSupport",
            ]),
        .testTarget(
            name: "LinksTests",
            dependencies: [
                "Platform", "Links", "Encodings", "TOTPDomain", "Importers", "CryptoPrimitives", "FixtureSupport",
            ]
        ),
        .testTarget(
            name: "ImportPipelineTests",
            dependencies: [
                "TOTPDomain", "Containers", "Encodings", "Images", "ImportPipeline", "Links", "Importers", "SafeFile",
                "FixtureSupport",
            ]),
        .testTarget(
            name: "TOTPImportTests",
            dependencies: [
                "Platform", "TOTPImport", "TOTPCore", "CryptoPrimitives", "Encodings", "ImageDecode", "TOTPDomain",
                "FixtureSupport",
            ]),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "Links", "totp-import", "TOTPImport", "Encodings", "TOTPDomain", "Vault", "Images", "ImageDecode",
                "FixtureSupport",
            ]),
        .testTarget(
            name: "WebPageTests",
            dependencies: [
                "WebPage", "Platform", "Encodings", "TOTPDomain", "TOTPImport", "ImportPipeline", "Exporters", "QRDraw",
                "Images", "ImageDecode", "Vault", "CryptoPrimitives", "FixtureSupport",
                .product(name: "NIOEmbedded", package: "swift-nio", condition: .when(traits: ["Web"])),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// `make check` builds only the tests that a change concerns: TOTP_IMPORT_TESTS names their targets.
if let tests = Context.environment["TOTP_IMPORT_TESTS"]?.split(separator: ",") {
    package.targets.removeAll { target in target.type == .test && !tests.contains { $0 == target.name } }
}

// ThreadSanitizer knows how the threads of the Swift runtime wait for one another only where this is a library.
if Context.environment["TOTP_IMPORT_SHARED_RUNTIME"] != nil {
    for target in package.targets where target.name == "CSwiftRuntime" { target.linkerSettings = nil }
}

// The tests check optimized code, and are not optimized themselves: they would take longer to compile than to run.
for target in package.targets where target.type == .test {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}
