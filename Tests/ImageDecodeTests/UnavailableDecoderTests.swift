import TOTPDomain
import Testing

@testable import ImageDecode

struct UnavailableDecoderTests {
    @Test func namesWhatIsMissing() {
        let decoder = UnavailableDecoder([.heif], name: "HEIC image", apt: "libheif-dev", brew: "libheif")
        let failure = #expect(throws: SourceError.self) { try decoder.decode([1], over: .white) }
        #expect(failure?.code == .unsupportedImage)
        #expect(
            failure?.message
                == "a HEIC image: this build cannot read it; save it as PNG, or install libheif-dev "
                + "(brew: libheif) and build again: make")
    }

    /// Whatever the build, each kind has one decoder that answers for it.
    @Test(arguments: SourceContent.ImageKind.allCases)
    func everyKindHasOneDecoder(kind: SourceContent.ImageKind) {
        #expect(ImageDecoders.all().count { $0.kinds.contains(kind) } == 1)
    }
}
