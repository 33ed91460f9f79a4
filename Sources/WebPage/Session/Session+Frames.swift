import Encodings
import Images
import ImportPipeline
import TOTPImport

struct FrameCode {
    let code: ImageScan.Code
    /// The outcomes of its entries; nil if it was shown before.
    let source: Ledger.Source?
}

extension Session {
    /// Reads the QR codes of a frame. Codes that were not shown before become sources of the camera's input.
    ///
    /// - Parameter kind: `camera` or `screen`.
    /// - Returns: the codes, the corners of those that were not read, and the card of the camera, if it has one.
    func read(_ frame: LumaImage, _ kind: SessionInput.Kind) async throws -> OrderedJSON {
        let (codes, unread) = try await workers.run { Parts.standard.reader().codes(on: frame) }
        guard !isLocked else { throw Problem.locked }
        var isNew: [Bool] = []
        var new: [SourceResult] = []
        let number = inputs.last { $0.kind == kind && $0.saved == nil }?.results.count ?? 0
        let id = inputs.last { $0.kind == kind && $0.saved == nil }?.id ?? newID("i")
        for code in codes {
            guard let key = Parts.standard.fingerprint(code.payload.bytes), camera[key] == nil,
                camera.count < Limit.codes
            else {
                isNew.append(false)
                continue
            }
            camera[key] = id
            isNew.append(true)
            let name = "\(kind.rawValue), code \(number + new.count + 1)"
            new.append(Parts.standard.reader().result(of: code, named: name))
        }
        if !new.isEmpty {
            if let index = inputs.firstIndex(where: { $0.id == id }) {
                inputs[index].results += new
            } else {
                try checkRoom()
                let name = kind == .camera ? "Camera" : "Screen"
                inputs.append(SessionInput(id: id, name: name, kind: kind, results: new))
            }
            act()
            touch()
        }
        var sources = (try accounts().sources[id] ?? []).suffix(new.count)
        let read = zip(codes, isNew).map { FrameCode(code: $0, source: $1 ? sources.popFirst() : nil) }
        return .object([
            "codes": .array(read.map(\.json)), "unread": .array(unread.map(\.json)),
            "news": .array(read.filter { $0.source != nil }.map(\.news)),
            "input": inputs.contains { $0.id == id } ? .string(id) : nil, "revision": .integer(revision),
            "batches": new.contains { !$0.migrationParts.isEmpty } ? .array(batchesJSON()) : nil,
        ])
    }
}
