import Encodings

extension QRPicture {
    /// Draws many QR codes, on all cores.
    ///
    /// - Returns: a picture for each payload, in order.
    /// - Throws: the first payload's error, as ``init(_:)``.
    package static func pictures(of payloads: [[UInt8]]) throws(QRDrawError) -> [QRPicture] {
        var pictures: [QRPicture] = []
        pictures.reserveCapacity(payloads.count)
        for drawn in payloads.concurrentMap({ payload in
            Result { () throws(QRDrawError) in try QRPicture(payload) }
        }) {
            pictures.append(try drawn.get())
        }
        return pictures
    }
}
