// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "progress",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "totp-import", path: "../..")],
    targets: [
        .executableTarget(
            name: "progress", dependencies: [.product(name: "TOTPImport", package: "totp-import")])
    ]
)
