import TOTPDomain

/// Which parts of Google Authenticator exports are missing, and where their last parts are.
struct BatchPlaces: Sendable {
    struct Place: Sendable, Hashable {
        var source: Int
        var line: Int?
        var code: Int?
    }

    private var batches: MigrationBatches
    /// The place of the last part of each export.
    private var places: [Place] = []

    /// Whether some parts could not be remembered.
    var isFull: Bool { batches.isFull }

    /// - Parameter capacity: the number of different parts to remember; the default takes a few megabytes.
    init(capacity: Int = 10_000) { batches = MigrationBatches(capacity: capacity) }

    mutating func add(_ part: MigrationPart, at place: Place) {
        guard let number = batches.add(part, source: "") else { return }
        if number == places.count { places.append(place) } else { places[number] = place }
    }

    /// The exports with missing parts, in the order of their first parts; the place is that of the last part.
    func missing() -> [(place: Place, message: String)] {
        zip(places, batches.all).compactMap { place, batch in
            guard !batch.missing.isEmpty else { return nil }
            let what =
                batch.isMixed
                ? "Of \(batch.exports) Google Authenticator exports that look alike, each"
                : "Of this Google Authenticator export"
            let verb =
                batch.missing.count == 1 ? "part \(batch.missingNumbers) is" : "parts \(batch.missingNumbers) are"
            return (place, "\(what) in \(batch.size) parts, \(verb) missing.")
        }
    }
}
