import ImportPipeline
import LinkValidation
import TOTPDomain

/// What was found in one piece.
struct ValidationResult: Sendable {
    var name = ""
    var chunks: [CheckedChunk] = []
    var failure: SourceError?
    var warnings: [String] = []
    var skipped: SkippedInput?

    init(of piece: ValidationPiece, _ checker: ChunkChecker, _ images: ImageReader) {
        switch piece {
        case .records(let chunk): chunks = [checker.check(chunk)]
        case .failed(let name, let failure): (self.name, self.failure) = (name, failure)
        case .skipped(let name, let reason): (self.name, skipped) = (name, reason)
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
                    failure = SourceError(.notAnImage, SourceError.noCodeFound)
                }
            } catch {
                failure = error
            }
        }
    }
}
