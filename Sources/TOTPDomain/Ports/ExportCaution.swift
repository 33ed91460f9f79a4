extension ExportCapabilities {
    /// What an app does with a file that people should know before they import it.
    package struct Caution: Sendable, Hashable {
        /// For people: sentences, with what to do.
        package var text: String
        /// The accounts that it is about; empty for all.
        package var concerns: [Concern]

        package enum Concern: Sendable, Hashable {
            case kind(OTPKind)
            /// Neither issuer nor name.
            case nameless
            /// A colon in the issuer or the name.
            case colon
            case digits(outside: ClosedRange<Int>)
            case period(above: Int)
            case counter(above: Int64)
        }

        package init(_ text: String, concerns: [Concern] = []) {
            self.text = text
            self.concerns = concerns
        }
    }

    /// Those that are about some of these accounts.
    package func cautions(for items: [TOTPItem]) -> [Caution] {
        cautions.filter { caution in
            caution.concerns.isEmpty
                ? !items.isEmpty : items.contains { item in caution.concerns.contains { $0.matches(item) } }
        }
    }
}

extension ExportCapabilities.Caution.Concern {
    package func matches(_ item: TOTPItem) -> Bool {
        let parameters = item.parameters
        return switch self {
        case .kind(let kind): parameters.kind == kind
        case .nameless: item.issuer.isEmpty && item.name.isEmpty
        case .colon: item.issuer.contains(":") || item.name.contains(":")
        case .digits(let range): parameters.kind.fixedParameters == nil && !range.contains(parameters.digits)
        case .period(let longest): parameters.period.map { $0 > longest } ?? false
        case .counter(let largest): parameters.counter.map { $0 > largest } ?? false
        }
    }
}
