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

/// The stages are not part of the library's face.
let inside: [SwiftSetting] = [.unsafeFlags(["-package-name", packageName(of: "../..")])]

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
            name: "stage-times", dependencies: [.product(name: "TOTPImport", package: "totp-import")],
            packageAccess: false, swiftSettings: inside),
        .executableTarget(
            name: "export-times", dependencies: [.product(name: "TOTPImport", package: "totp-import")],
            packageAccess: false, swiftSettings: inside),
        .executableTarget(
            name: "write-times", dependencies: [.product(name: "TOTPImport", package: "totp-import")],
            packageAccess: false, swiftSettings: inside),
    ],
    swiftLanguageModes: [.v6]
)
