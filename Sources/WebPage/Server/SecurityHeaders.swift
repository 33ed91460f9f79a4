/// The headers of every answer.
package enum SecurityHeaders {
    package static let all: [(name: String, value: String)] = [
        ("Cache-Control", "no-store"),
        ("Content-Security-Policy", contentSecurityPolicy),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Embedder-Policy", "require-corp"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", permissionsPolicy),
        ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
    ]

    /// Nothing but the page's own files; pictures also from the memory of the page, which drew them.
    private static let contentSecurityPolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self' blob:",
        "media-src 'self' blob:", "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")

    private static let permissionsPolicy =
        (["autoplay", "camera", "clipboard-read", "clipboard-write", "display-capture"].map { "\($0)=(self)" }
        + [
            "accelerometer", "browsing-topics", "encrypted-media", "fullscreen", "gamepad",
            "geolocation", "gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer", "microphone", "midi",
            "payment", "picture-in-picture", "publickey-credentials-get", "serial", "storage-access", "usb",
            "xr-spatial-tracking",
        ].map { "\($0)=()" }).joined(separator: ", ")
}
