import Encodings

extension Limit {
    package static let imagePixels = 100_000_000
    package static let imagePages = 500
    package static let pdfPageTime = 10
    package static let pdfPageWait = 60
    package static let pdfTime = 120
    package static let pdfMemory = 512 << 20
    package static let videoFrames = 600
    package static let videoPixels = 1_600_000
    package static let videoTime = 120
    package static let videoWait = 60
    package static let videoMemory = 1 << 30
    package static let imageFrames = 1000
    package static let fastPNG = 128 << 20
}
