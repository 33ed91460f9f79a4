import Encodings
import TOTPDomain
import TOTPImport

extension Route {
    static let formats = [
        Route("GET", "/api/formats") { _ in .json(formatsJSON) },
        Route("GET", "/api/guide/*/*") { call in
            let names = call.parameters.map { $0 == "-" ? nil : $0 }
            guard names.count == 2, names[0] != nil || names[1] != nil else { throw Problem.notFound }
            var guide = try AppSearch.guide(from: names[0], to: names[1])
            // The page imports, and another command writes.
            guide.isForPage = names[1] == nil
            return .json(.object(["ending": .string(guide.ending.rawValue), "parts": .array(guide.text.json)]))
        },
    ]

    private static let formatsJSON = OrderedJSON.object([
        "groups": .array(
            FormatGroup.allCases.map { .object(["id": .string($0.rawValue), "title": .string($0.title)]) }),
        "formats": .array(
            FormatEntry.formats().map { format in
                var json = format.json
                json["files"] = format.writer.map { $0.layout == .folder ? "folder" : "file" }
                return json
            }),
        "withoutExport": .array(
            FormatEntry.appsWithoutExport().map { entry in
                .object([
                    "id": .string(entry.id.rawValue), "app": .string(entry.app),
                    "help": entry.withoutExport.map { .string($0.help) },
                ])
            }),
    ])
}

extension GuideText {
    fileprivate var json: [OrderedJSON] {
        parts.map { part in
            switch part {
            case .heading(let text): .object(["kind": "heading", "text": .string(text)])
            case .paragraph(let text): .object(["kind": "paragraph", "text": .string(text)])
            case .step(let number, let text):
                .object(["kind": "step", "number": .integer(number), "text": .string(text)])
            case .command(let text): .object(["kind": "command", "text": .string(text)])
            }
        }
    }
}
