// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "my-app",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "totp-import", path: "../totp-import")],
    targets: [
        .executableTarget(
            name: "my-app", dependencies: [.product(name: "TOTPImport", package: "totp-import")])
    ]
)
