import Encodings
import Images
import ImportPipeline
import TOTPImport

extension Route {
    static let frames = [
        Route("POST", "/api/frames", limit: Limit.webFrame, isAction: false) { call in
            let request = call.request
            guard let width = request.header("frame-width").flatMap({ Int($0) }),
                let height = request.header("frame-height").flatMap({ Int($0) }), sides ~= width, sides ~= height,
                let frame = LumaImage(width: width, height: height, pixels: request.body)
            else { throw Problem.malformed("the frame is not width times height bytes") }
            let kind: SessionInput.Kind = request.header("frame-source") == "screen" ? .screen : .camera
            return .json(try await call.session.read(frame, kind))
        }
    ]

    private static let sides = 16...4096
}

extension FrameCode {
    var json: OrderedJSON {
        let part = code.document?.migrationParts.first
        return .object([
            "corners": code.payload.corners.json, "state": source == nil ? "known" : "new",
            "kind": .string(kind.rawValue), "text": .string(text), "count": .integer(code.items.count),
            "part": part.flatMap { part in
                part.size > 1
                    ? .object([
                        "batch": .string("\(part.batchID)"), "index": .integer(part.index), "size": .integer(part.size),
                    ]) : nil
            },
        ])
    }

    /// The outcome of its accounts; for a code that was read before, whether it is about accounts.
    private var kind: ReportKind {
        if let source { return ReportKind.worst(of: source.outcomes.map { ReportEntry($0, losses: []) }) }
        guard code.document != nil else { return .gray }
        return code.rejections.isEmpty ? .green : .red
    }

    private var text: String {
        code.document == nil ? "not an account: a web address or another text" : code.summary
    }

    private static let shownNames = 10

    var news: OrderedJSON {
        // A person looks for names, not for the number of a part.
        let names = code.items.count > 1 ? code.items.prefix(Self.shownNames).map { OrderedJSON.string($0.label) } : []
        return .object([
            "kind": .string(kind.rawValue), "text": .string(text), "names": names.isEmpty ? nil : .array(names),
        ])
    }
}
