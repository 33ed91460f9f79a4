import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import FormatEngine

@Suite("Seed files of hardware tokens")
struct PSKCTests {
    /// A key with parts that a test replaces.
    private struct Key: CustomStringConvertible {
        var attributes = #"Id="id" Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:totp""#
        var head = "<Issuer>Acorn</Issuer><UserId>alice</UserId>"
        var parameters = #"<AlgorithmParameters><ResponseFormat Length="6" Encoding="DECIMAL"/></AlgorithmParameters>"#
        var data = "<Secret><PlainValue>MTIzNDU=</PlainValue></Secret>"

        var description: String { "<Key \(attributes)>\(head)\(parameters)<Data>\(data)</Data></Key>" }
    }

    private static func file(_ keys: String, device: String = "", start: String = #"Version="1.0""#) -> String {
        "<KeyContainer \(start)><KeyPackage><DeviceInfo>\(device)</DeviceInfo>\(keys)</KeyPackage></KeyContainer>"
    }

    @Test("A package is limited, a file is not")
    func limits() throws {
        let limit = Limit.xmlElements
        // The package, its device, and the elements of the key.
        let others = 2 + "\(Key())".split(separator: "<").count { !$0.hasPrefix("/") }
        let elements = String(repeating: "<a/>", count: limit - others)
        #expect(try read(Self.file("\(Key())", device: elements)).items.count == 1)
        #expect(try read(Self.file("\(Key())</KeyPackage>\(elements)<a/><KeyPackage>")).items.count == 1)
        #expect(throws: SourceError(.limitExceeded, LimitMessage.xmlElements(limit))) {
            try read(Self.file("\(Key())", device: elements + "<a/>"))
        }
    }
}
