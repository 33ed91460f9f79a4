// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "codes",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "totp-import", path: "../..", traits: []),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    ],
    targets: [
        .executableTarget(
            name: "codes",
            dependencies: [
                .product(name: "TOTPCore", package: "totp-import"), .product(name: "Crypto", package: "swift-crypto"),
            ])
    ]
)
