import Encodings
import ImportPipeline
import Links
import TOTPDomain

/// One line of `scan`, for people and for programs.
enum ScanLine {
    /// The format of a QR code's content: its id, or `other` if it is not about accounts.
    private static func kind(_ code: ImageScan.Code) -> String { code.document?.format.rawValue ?? "other" }

    /// - Parameter code: nil for an image without a code.
    static func json(
        _ result: SourceResult, _ code: ImageScan.Code?, index: Int, _ scan: ImageScan?, reveal: Bool
    ) -> [UInt8] {
        let text = code.flatMap { String(validating: $0.payload.bytes, as: UTF8.self) }
        let isMigration = code?.document?.format == MigrationLink.format
        let single = isMigration ? nil : code?.items.first
        let rejections = code?.rejections ?? []
        let part = code?.document?.migrationParts.first
        let unread = scan?.unread ?? 0, places = scan?.unreadPlaces ?? []
        let line = OrderedJSON.object([
            "file": .string(result.name),
            "copyOf": result.copyOf.map { .string($0) },
            "page": code?.position.page.map { .integer($0) },
            "index": .integer(index),
            "kind": .string(code.map(kind) ?? "none"),
            "issuer": single.map { .string($0.issuer) },
            "name": single.map { .string($0.name) },
            "accounts": code.flatMap { isMigration ? .integer($0.items.count) : nil },
            "rejected": rejections.isEmpty ? nil : .integer(rejections.count),
            "reason": rejections.first.map { .string($0.reason) },
            "code": rejections.first.map { .string($0.code.rawValue) },
            "part": part.map { .integer($0.index + 1) },
            "parts": part.map { .integer($0.size) },
            "payload": code == nil ? .null : (reveal ? text.map { .string($0) } : nil),
            "payloadBase64": reveal && text == nil
                ? code.map { .string(Base64.encode($0.payload.bytes)) } : nil,
            "corners": code.map(\.payload.corners.json),
            "engine": code.map { .string($0.payload.engine) },
            "variant": code.map { .string($0.payload.variant) },
            "unread": unread > 0 ? .integer(unread) : nil,
            "unreadAt": places.isEmpty ? nil : .array(places.map(\.json)),
        ])
        return line.utf8 + [ASCII.newline]
    }

    /// - Parameter isNumbered: whether the line has the number of the code on its image.
    static func text(_ result: SourceResult, _ code: ImageScan.Code, reveal: Bool, isNumbered: Bool) -> [UInt8] {
        let name = result.name.inputName.printable(limit: 400)
        let copy = result.copyOf.map { " (a copy of \($0.inputName.printable(limit: 400)))" } ?? ""
        let payload = String(decoding: code.payload.bytes, as: UTF8.self).printable(limit: 8192)
        let page = code.position.page.map { ", page \($0)" } ?? ""
        let number = isNumbered ? code.position.code.map { ", code \($0)" } ?? "" : ""
        return Array("\(name)\(page)\(number): \(code.summary)\(copy)\(reveal ? ": \(payload)" : "")\n".utf8)
    }
}
