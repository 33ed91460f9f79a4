import Dispatch
import Synchronization

extension QRPicture {
    /// Draws many QR codes, on all cores.
    ///
    /// - Returns: a picture for each payload, in order.
    /// - Throws: the first payload's error, as ``init(_:)``.
    public static func pictures(of payloads: [[UInt8]]) throws(QRDrawError) -> [QRPicture] {
        // Parts of equal work: QR codes differ in size, and neighbors are often alike.
        let partCount = min(payloads.count, 64)
        let parts = Mutex<[Int: [Result<QRPicture, QRDrawError>]]>([:])
        DispatchQueue.concurrentPerform(iterations: partCount) { part in
            let drawn = stride(from: part, to: payloads.count, by: partCount).map { index in
                Result { () throws(QRDrawError) in try QRPicture(payloads[index]) }
            }
            parts.withLock { $0[part] = drawn }
        }
        let results = parts.withLock { $0 }
        var pictures: [QRPicture] = []
        pictures.reserveCapacity(payloads.count)
        for index in payloads.indices {
            guard let part = results[index % partCount] else { throw .notEnoughMemory }
            pictures.append(try part[index / partCount].get())
        }
        return pictures
    }
}
