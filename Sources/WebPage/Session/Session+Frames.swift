import Encodings
import Images
import ImportPipeline
import TOTPImport

/// The codes that a frame showed.
struct FrameReading: Sendable {
    struct Code: Sendable {
        var code: ImageScan.Code
        var isNew: Bool
        /// The outcomes of its entries.
        var source: Ledger.Source?
    }

    var codes: [Code]
    /// The corner points of codes that were found but not read.
    var unread: [[QRPayload.Point]]
    /// The card of the camera; nil if it has no card yet.
    var input: String?
    /// Whether a part of a Google export came in.
    var hasParts: Bool
}

extension Session {
    /// Reads the QR codes of a frame. Codes that were not shown before become sources of the camera's input.
    ///
    /// - Parameter kind: `camera` or `screen`.
    func read(_ frame: LumaImage, _ kind: SessionInput.Kind) async throws -> FrameReading {
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
        let read = zip(codes, isNew).map { code, isNew in
            FrameReading.Code(code: code, isNew: isNew, source: isNew ? sources.popFirst() : nil)
        }
        return FrameReading(
            codes: read, unread: unread, input: inputs.contains { $0.id == id } ? id : nil,
            hasParts: new.contains { !$0.migrationParts.isEmpty })
    }
}
