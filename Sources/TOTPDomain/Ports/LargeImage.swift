/// An image too large to be in memory as a whole: a scanner gets it in bands.
package protocol LargeImage: AnyObject {
    /// In pixels, as stored.
    var width: Int { get }
    var height: Int { get }

    /// The next band, from top to bottom; nil after the last one.
    ///
    /// Each band repeats ``LargeImageBand/overlap`` rows of the one before it.
    func nextBand() -> LargeImageBand?

    /// A point of the stored image, in the upright one.
    func upright(_ point: QRPayload.Point) -> QRPayload.Point

    /// What is wrong with the file, after the last band.
    var damage: String? { get }
}

/// Some rows of a large image, as stored.
package struct LargeImageBand: Sendable {
    /// Rows that two neighbors share, so that a small code is complete in one of them.
    package static let overlap = 512

    package var luma: LumaImage
    /// The first row's number in the image.
    package var top: Int

    package init(luma: LumaImage, top: Int) {
        self.luma = luma
        self.top = top
    }
}
