import Encodings
import TOTPDomain

/// One line of `scan`, for people and for programs.
enum ScanLine {
    /// - parameter code: nil for a picture without a code.
    static func json(_ name: String, _ code: ImageScan.Code?, index: Int, unread: Int, reveal: Bool) -> [UInt8] {
        let text = code.flatMap { String(validating: $0.payload.bytes, as: UTF8.self) }
        let single = code.flatMap { $0.kind == .otpauth ? $0.items.first : nil }
        var payload: OrderedJSON?
        if let text { payload = .string(text) }
        let line = OrderedJSON.object([
            "file": .string(name),
            "page": code?.page.map { .integer($0) },
            "index": .integer(index),
            "kind": .string((code?.kind ?? .none).rawValue),
            "issuer": single.map { .string($0.issuer) },
            "name": single.map { .string($0.name) },
            "accounts": code.flatMap { $0.kind == .migration ? .integer($0.items.count) : nil },
            "rejected": code.flatMap { $0.rejected.isEmpty ? nil : .integer($0.rejected.count) },
            "reason": code?.rejected.first.map { .string($0.reason) },
            "code": code?.rejected.first.map { .string($0.code.rawValue) },
            "part": code?.part.map { .integer($0.index + 1) },
            "parts": code?.part.map { .integer($0.size) },
            "payload": code == nil ? .null : (reveal ? payload : nil),
            "payloadBase64": reveal && text == nil
                ? code.map { .string(Base64.encode($0.payload.bytes)) } : nil,
            "corners": code.map { .array($0.payload.corners.map { .array([.integer($0.x), .integer($0.y)]) }) },
            "engine": code.map { .string($0.payload.engine) },
            "variant": code.map { .string($0.payload.variant) },
            "unread": unread > 0 ? .integer(unread) : nil,
        ])
        return line.utf8 + [ASCII.newline]
    }

    private static func text(_ rejection: EntryRejection) -> String {
        "rejected\(rejection.label.isEmpty ? "" : " (\(rejection.label))"): \(rejection.reason)"
    }

    static func text(_ name: String, _ code: ImageScan.Code, reveal: Bool) -> [UInt8] {
        let what: String
        switch code.kind {
        case .otpauth:
            what =
                code.items.first.map(\.label) ?? code.rejected.first.map(Self.text) ?? "no account"
        case .migration:
            let part = code.part.map { $0.size > 1 ? ", part \($0.index + 1) of \($0.size)" : "" } ?? ""
            let rejected = code.rejected.isEmpty ? "" : ", \(code.rejected.count) rejected"
            let accounts = "\(code.items.count) account\(code.items.count == 1 ? "" : "s")"
            what = "Google Authenticator export, \(accounts)\(rejected)\(part)"
        case .other, .none: what = "not about accounts, \(code.payload.bytes.count) bytes"
        }
        let payload = String(decoding: code.payload.bytes, as: UTF8.self).printable(limit: 8192)
        let page = code.page.map { ", page \($0)" } ?? ""
        return Array("\(name)\(page): \(what)\(reveal ? ": \(payload)" : "")\n".utf8)
    }
}
