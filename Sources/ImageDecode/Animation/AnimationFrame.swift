/// A frame of an animation: a part of the image, as an image file of its own.
struct AnimationFrame {
    /// How the part is treated before the next frame.
    enum Disposal { case stays, cleared, restored }

    /// In pixels of the animation.
    var left = 0
    var top = 0
    var width, height: Int
    var disposal = Disposal.stays
    /// Whether the background stays visible below transparent pixels.
    var isBlended = true
    /// The frame as a file that the decoder reads, made from the bytes of the animation.
    var file: ([UInt8]) -> [UInt8]

    var area: Int { width * height }
}

/// The frames of a file, found without decoding any.
protocol AnimationIndex {
    /// The size of the animation, in pixels.
    var width: Int { get }
    var height: Int { get }
    /// The first frames, as many as are read.
    var frames: [AnimationFrame] { get }
    /// How many there are.
    var total: Int { get }
    /// Whether the file ends before its end, so that frames may be missing.
    var isCutOff: Bool { get }
}
