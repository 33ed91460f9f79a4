/// The program's own JSON file (`Docs/formats/json.md`).
package struct ItemsJSONFile: Decodable {
    package var items: JSONList<Item>

    package struct Head: Decodable {
        package var format: String
        package var version: Int64
    }

    package struct Item: Decodable, Sendable {
        package var type: LenientText?
        package var issuer: LenientText?
        package var name: LenientText?
        package var secret: LenientText?
        package var algorithm: LenientText?
        package var digits: LenientNumber?
        package var period: LenientNumber?
        package var counter: LenientNumber?
        package var pin: LenientText?
        package var note: LenientText?
        package var tags: Lenient<[String]>?
        package var favorite: Lenient<Bool>?
    }
}
