/// The content of an Aegis vault.
package struct AegisContent: Decodable {
    /// The newest version: groups have identifiers.
    package static let version: Int64 = 3

    package var entries: JSONList<Entry>
    private var groups: JSONList<Group>?

    private struct Group: Decodable, Sendable {
        var uuid: String
        var name: String
    }

    package struct Entry: Decodable, Sendable {
        package var type: LenientText?
        package var name: LenientText?
        package var issuer: LenientText?
        package var note: LenientText?
        package var favorite: Lenient<Bool>?
        /// A name, up to version 2.
        package var group: LenientText?
        /// Identifiers, from version 3 on.
        package var groups: Lenient<[String]>?
        package var info: Lenient<Info>?
    }

    package struct Info: Decodable, Sendable {
        /// Base32.
        package var secret: LenientText?
        package var algo: LenientText?
        package var digits: LenientNumber?
        package var period: LenientNumber?
        package var counter: LenientNumber?
        package var pin: LenientText?
    }

    /// Names of groups by their identifiers.
    package var groupNames: [String: String] {
        Dictionary(
            (groups?.compactMap(\.value) ?? []).map { ($0.uuid, $0.name) }, uniquingKeysWith: { first, _ in first })
    }
}
