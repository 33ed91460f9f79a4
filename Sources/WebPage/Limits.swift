import Encodings

extension Limit {
    package static let webConnections = 32
    package static let webStrangers = 8
    package static let webArrivals = 64
    package static let webArrival = 250
    package static let webHeaders = 16 << 10
    package static let webHeaderTime = 10
    package static let webSilence = 30
    package static let webBody = 4 << 20
    package static let webArriving = 512 << 20
    package static let webLoads = 1000
    package static let webInputs = 20_000
    package static let webTogether = 100
    package static let webWaiting = 512 << 20
    package static let webCodes = 200
    package static let webCopy = 4096
    package static let webFrame = 8_847_360
    package static let webUndo = 100
    package static let webNotices = 20
}
