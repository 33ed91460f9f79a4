import Encodings

/// A request as the gate and the resources see it: without anything of the network.
package struct Request: Sendable {
    package var method: String
    /// As it was sent: `/api/codes?ids=…`.
    package var target: String
    /// Names in lower case, in their order.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// The sender, once it is proved.
    package var caller: Caller?

    package init(_ method: String, _ target: String, headers: [(String, String)] = [], body: [UInt8] = []) {
        self.method = method
        self.target = target
        self.headers = headers.map { (name: $0.0.lowercased(), value: $0.1) }
        self.body = body
    }

    /// Whether it has nothing but printable ASCII in its head, as all requests of the page: others take long to compare.
    package var isPlain: Bool {
        let texts = [method, target] + headers.flatMap { [$0.name, $0.value] }
        return texts.allSatisfy { $0.utf8.allSatisfy { 0x20...0x7E ~= $0 || $0 == 0x09 } }
    }

    /// The target without its query.
    package var path: Substring { target.prefix { $0 != "?" } }

    /// A parameter of the query, decoded; nil if it is not there exactly once.
    package func parameter(_ name: String) -> String? {
        let query = target.dropFirst(path.count).dropFirst()
        let values = query.split(separator: "&").filter { $0.prefix { $0 != "=" } == name }
        guard values.count == 1, let value = values.first else { return nil }
        return String(value.dropFirst(name.count + 1)).percentDecoded
    }

    /// The value of a header; nil if it is not there exactly once.
    package func header(_ name: String) -> String? {
        let values = headers.filter { $0.name == name }
        return values.count == 1 ? values.first?.value : nil
    }

    package func has(_ name: String) -> Bool { headers.contains { $0.name == name } }

    /// A header whose value is percent-encoded.
    package func decodedHeader(_ name: String) -> String? { header(name)?.percentDecoded }
}

extension String {
    /// The text with its percent coding decoded.
    var percentDecoded: String {
        let bytes = Array(utf8)
        return PercentCoding.decode(bytes.span, bytes.indices, plusIsSpace: false)
    }
}
