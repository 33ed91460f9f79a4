// swift-tools-version: 6.2
import PackageDescription

// A package of its own: the fuzzing engine is linked only here. `make fuzz TARGET=… SECONDS=…` builds and runs it.
let package = Package(
    name: "totp-import-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "totp-import", path: "..", traits: ["ZXing", "HEIF", "TIFF", "GIF", "PDF"])],
    targets: [
        .target(name: "CFuzzer"),
        .target(name: "CVaultPeer", linkerSettings: [.linkedLibrary("crypto")]),
        .executableTarget(
            name: "fuzz-totp-import",
            dependencies: ["CFuzzer", "CVaultPeer", .product(name: "TOTPImport", package: "totp-import")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
