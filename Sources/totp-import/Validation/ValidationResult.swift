import ImportPipeline
import LinkValidation
import TOTPDomain

/// What was found in one piece.
struct ValidationResult: Sendable {
    var name = ""
    var chunks: [CheckedChunk] = []
    var failure: SourceError?
    var warnings: [String] = []
    var isSkipped = false

    init(of piece: ValidationPiece, _ checker: ChunkChecker, _ images: ImageReader) {
        switch piece {
        case .records(let chunk): chunks = [checker.check(chunk)]
        case .failed(let name, let failure): (self.name, self.failure) = (name, failure)
        case .skipped(let name): (self.name, isSkipped) = (name, true)
        case .picture(let name, let source, let bytes, let kind):
            self.name = name
            do throws(SourceError) {
                let readings = try images.read(bytes, kind: kind)
                warnings = readings.flatMap(\.warnings)
                // Codes are counted over all pages.
                for (index, payload) in readings.flatMap(\.scan.payloads).enumerated() {
                    var chunk = RecordChunk(
                        bytes: payload.bytes, layout: LinkText.isJSON(payload.bytes.span) ? .json : .lines)
                    (chunk.source, chunk.name, chunk.code) = (source, name, index + 1)
                    chunks.append(checker.check(chunk))
                }
                if chunks.isEmpty, warnings.isEmpty {
                    failure = SourceError(
                        .notAnImage, "no QR code found; crop the image to the code, or use a larger one")
                }
            } catch {
                failure = error
            }
        }
    }
}
