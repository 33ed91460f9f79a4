// swift-tools-version: 6.2
import PackageDescription

/// Times the stages of scanning, of reading exports and of writing them one by one, through the library. A package of its own, so that
/// nobody else builds it.
let package = Package(
    name: "stages",
    platforms: [.macOS(.v15)],
    traits: ["ZXing"],
    dependencies: [
        .package(
            name: "totp-import", path: "../..", traits: [.trait(name: "ZXing", condition: .when(traits: ["ZXing"]))])
    ],
    targets: [
        .executableTarget(
            name: "stage-times", dependencies: [.product(name: "TOTPImport", package: "totp-import")]),
        .executableTarget(
            name: "export-times", dependencies: [.product(name: "TOTPImport", package: "totp-import")]),
        .executableTarget(
            name: "write-times", dependencies: [.product(name: "TOTPImport", package: "totp-import")]),
    ],
    swiftLanguageModes: [.v6]
)
