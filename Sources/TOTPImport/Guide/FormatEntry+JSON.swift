package import Encodings
internal import TOTPDomain

extension FormatEntry {
    /// Everything about the format, as `formats --json` prints it.
    package var json: OrderedJSON {
        .object([
            "id": .string(id.rawValue), "group": .string(group.rawValue),
            "app": .string(app), "file": .string(file),
            "reads": .bool(reader != nil), "writes": .bool(writer != nil),
            "encrypted": .string(encryption),
            "export": reader.map { .string($0.exportSteps) },
            "written": writer.map { writer in
                let cautions = writer.capabilities.cautions
                return .object([
                    "app": .string(writer.app), "file": .string(writer.file),
                    "encrypted": .string(writer.protection.rawValue), "import": .string(writer.importSteps),
                    "stores": writer.capabilities.json,
                    "notes": cautions.isEmpty ? nil : .array(cautions.map { .string($0.text) }),
                ])
            },
        ])
    }
}

extension ExportCapabilities {
    fileprivate var json: OrderedJSON {
        let types: [OrderedJSON] = OTPKind.allCases.compactMap { kind in
            guard let accepted = kinds[kind] else { return nil }
            guard kind.fixedParameters == nil else { return .object(["type": .string(kind.rawValue)]) }
            let algorithms = OTPAlgorithm.allCases.filter(accepted.algorithms.contains)
            return .object([
                "type": .string(kind.rawValue),
                "algorithms": .array(algorithms.map { .string($0.rawValue) }),
                "digits": .array(accepted.digits.filter { accepted.accepts(digits: $0) }.map { .integer($0) }),
                "periods": kind == .hotp
                    ? nil : accepted.periods.map { .array($0.sorted().map { .integer($0) }) },
                "longestPeriod": kind == .hotp ? nil : accepted.longestPeriod.map { .integer($0) },
                "largestCounter": kind == .hotp ? accepted.largestCounter.map { .integer($0) } : nil,
            ])
        }
        let details = ExportCapabilities.Detail.allCases.filter(self.details.contains)
        return .object(["types": .array(types), "details": .array(details.map { .string($0.rawValue) })])
    }
}
