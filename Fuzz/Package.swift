// swift-tools-version: 6.2
import PackageDescription

/// The name of the package in the folder `path`: code that is compiled with it can use what is `package` there.
///
/// SwiftPM derives the name from the folder's. Targets that use it have no access to a package of their own.
func packageName(of path: String) -> String {
    let up = path.split(separator: "/").count
    let folder = Context.packageDirectory.split(separator: "/").dropLast(up).last ?? ""
    return String(folder.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
}

/// The parsers of optional libraries.
let optional = ["ZXing", "HEIF", "TIFF", "GIF"]

// A package of its own: the fuzzing engine is linked only here. `make fuzz TARGET=… SECONDS=…` builds and runs it.
let package = Package(
    name: "totp-import-fuzz",
    platforms: [.macOS(.v15)],
    // To compile it without them, as `make lint` does, is to compile the modules once for it and for other packages.
    traits: Set(optional.map { .trait(name: $0) } + [.default(enabledTraits: Set(optional))]),
    dependencies: [
        .package(
            name: "totp-import", path: "..",
            traits: Set(optional.map { .trait(name: $0, condition: .when(traits: [$0])) })),
        // The peer of our reader of Google's message.
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0", traits: []),
    ],
    targets: [
        .target(name: "CFuzzer"),
        .target(name: "CVaultPeer", linkerSettings: [.linkedLibrary("crypto")]),
        .executableTarget(
            name: "fuzz-totp-import",
            dependencies: [
                "CFuzzer", "CVaultPeer", .product(name: "TOTPImport", package: "totp-import"),
                .product(name: "WebPage", package: "totp-import"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            exclude: ["migration.proto"],
            packageAccess: false,
            swiftSettings: [.unsafeFlags(["-package-name", packageName(of: "..")])]
        ),
    ],
    swiftLanguageModes: [.v6]
)
