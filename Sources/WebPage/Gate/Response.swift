import Encodings

/// An answer, without the headers that every answer has.
package struct Response: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// The action once it is sent.
    package var then: Aftermath

    package enum Aftermath: Sendable, Hashable {
        case nothing
        /// This connection ends: its content cannot be understood, or must not be.
        case close
        /// All connections end, with the buffers that they keep; those with a request once it is answered.
        case closeAll
        /// The program ends.
        case quit
    }

    package init(
        _ status: Int, _ headers: [(String, String)] = [], body: [UInt8] = [], then: Aftermath = .nothing
    ) {
        self.status = status
        self.headers = headers.map { (name: $0.0, value: $0.1) }
        (self.body, self.then) = (body, then)
    }

    package static func json(_ json: OrderedJSON, status: Int = 200) -> Response {
        Response(status, [("Content-Type", "application/json")], body: json.utf8)
    }

    package static let done = Response(204)

    /// A file that the browser saves.
    static func download(_ bytes: [UInt8], named name: String, type: String) -> Response {
        Response(
            200,
            [
                ("Content-Type", type),
                ("Content-Disposition", "attachment; filename*=UTF-8''\(PercentCoding.encode(name))"),
            ], body: bytes)
    }

    /// A file that the program wrote, and what is in it.
    static func download(_ bytes: [UInt8], named name: String, result: OrderedJSON) -> Response {
        var response = download(bytes, named: name, type: "application/octet-stream")
        let text = String(decoding: result.utf8, as: UTF8.self)
        response.headers.append((name: "Export-Result", value: PercentCoding.encode(text)))
        return response
    }
}

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

    /// Only the page's own files; images also from the memory of the page, which drew them.
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
