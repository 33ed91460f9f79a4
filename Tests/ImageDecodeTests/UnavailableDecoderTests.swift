import TOTPDomain
import Testing

@testable import ImageDecode

struct UnavailableDecoderTests {
    @Test func namesWhatIsMissing() {
        let decoder = UnavailableDecoder([.heif], name: "HEIC picture", apt: "libheif-dev", brew: "libheif")
        let failure = #expect(throws: SourceError.self) { try decoder.decode([1], over: .white) }
        #expect(failure?.code == .unsupportedImage)
        #expect(
            failure?.message
                == "a HEIC picture, which this build does not read; save it as PNG, or install libheif-dev "
                + "(brew: libheif) and build anew: make")
    }

    /// Whatever the build, each kind has one decoder that answers for it.
    @Test(arguments: SourceContent.ImageKind.allCases)
    func everyKindHasOneDecoder(kind: SourceContent.ImageKind) {
        #expect(ImageDecoders.all().count { $0.kinds.contains(kind) } == 1)
    }
}
