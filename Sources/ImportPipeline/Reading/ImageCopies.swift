import Synchronization
import TOTPDomain

/// Scans images with the same bytes once, whichever task is first.
final class ImageCopies: Sendable {
    typealias Outcome = Result<ImageScan, SourceError>

    /// A value for the bytes of an image, nil if there is none. Other bytes must have another one.
    private let fingerprint: @Sendable ([UInt8]) -> UInt128?
    private let scans = Mutex<[UInt128: Scan]>([:])

    private enum Scan {
        /// A task scans the image; these wait for it.
        case running([CheckedContinuation<Outcome, Never>])
        case done(Outcome)
    }

    /// How many images are remembered. More than any folder has; copies of later ones are scanned again.
    private static let maximumCount = 1 << 17

    init(fingerprint: @escaping @Sendable ([UInt8]) -> UInt128?) { self.fingerprint = fingerprint }

    /// - parameter scan: called unless an image with the same bytes was scanned.
    /// - returns: its result, and the fingerprint of the bytes.
    func scan(
        _ bytes: [UInt8], _ scan: () throws(SourceError) -> ImageScan
    ) async -> (outcome: Outcome, fingerprint: UInt128?) {
        guard let fingerprint = fingerprint(bytes) else { return (Self.outcome(scan), nil) }
        let isFirst = scans.withLock { scans in
            if scans[fingerprint] != nil { return false }
            if scans.count < Self.maximumCount { scans[fingerprint] = .running([]) }
            return true
        }
        guard isFirst else { return (await outcome(of: fingerprint), fingerprint) }
        let outcome = Self.outcome(scan)
        let waiting = scans.withLock { scans -> [CheckedContinuation<Outcome, Never>] in
            guard case .running(let waiting) = scans[fingerprint] else { return [] }
            scans[fingerprint] = .done(outcome)
            return waiting
        }
        for task in waiting { task.resume(returning: outcome) }
        return (outcome, fingerprint)
    }

    /// The result of an image that was scanned or is being scanned.
    private func outcome(of fingerprint: UInt128) async -> Outcome {
        await withCheckedContinuation { continuation in
            let outcome = scans.withLock { scans -> Outcome? in
                if case .done(let outcome) = scans[fingerprint] { return outcome }
                guard case .running(let waiting) = scans[fingerprint] else { return nil }
                scans[fingerprint] = .running(waiting + [continuation])
                return nil
            }
            if let outcome { continuation.resume(returning: outcome) }
        }
    }

    private static func outcome(_ scan: () throws(SourceError) -> ImageScan) -> Outcome {
        Result { () throws(SourceError) in try scan() }
    }
}

/// Finds the images that have the same bytes as one before them.
package struct CopyTally {
    /// The name of the first image with a fingerprint.
    private var names: [UInt128: String] = [:]

    package init() {}

    /// Notes the first image with the same bytes in the result of each later one. To be called in input order.
    package mutating func note(_ result: inout SourceResult) {
        guard let fingerprint = result.fingerprint else { return }
        if let name = names[fingerprint] {
            result.copyOf = name
        } else {
            names[fingerprint] = result.name
        }
    }
}
