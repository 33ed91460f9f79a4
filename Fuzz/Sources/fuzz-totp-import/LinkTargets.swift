import Links
import TOTPDomain

/// Links: their reader, the parts of Google Authenticator exports, and the checker of link lists.
enum LinkTargets {
    static func links(_ bytes: [UInt8]) {
        guard let reading = try? KeyURI.read(bytes.span) else { return }
        DocumentPromises.check(reading.account)
        if let warning = reading.warning { DocumentPromises.check(message: warning.message) }
        let pasted = try? LinkListReader.account(ofPasted: bytes + [UInt8(ascii: "\n")])
        require(pasted == nil || pasted?.secret == reading.account.secret, "a pasted link is the same account")
    }

    /// Links that are encoded or escaped for another place.
    static func clothes(_ bytes: [UInt8]) {
        guard let plain = ClothedLinks.undressed(bytes) else { return }
        func lines(_ text: [UInt8]) -> Int { text.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } }
        require(lines(plain) == lines(bytes), "lines stay lines")
    }

    /// The bytes are what stands behind `data=`, in base64.
    static func migration(_ bytes: [UInt8]) {
        FormatTarget.detect(Array("otpauth-migration://offline?data=".utf8) + bytes)
    }

    /// Links in lines, in JSON and in a column of CSV, read in portions of 64 bytes: every report, and the corrected text.
    static func records(_ bytes: [UInt8]) {
        let outputs: [CheckOutput] = [
            .report(JSONReport()), .report(CSVReport()), .report(SARIFReport()), .values, .correctedInput,
        ]
        for output in outputs {
            let checker = ChunkChecker(checker: LinkChecker(), output: output)
            for layout in [RecordLayout.lines, .json, .jsonLines(member: "secret")] {
                let reader = RecordReader(ByteArrayStream(bytes), layout: layout, chunkByteCount: 64)
                let text = records(of: reader, checker)
                let isWhole = layout != .lines && checker.correctsInput
                require(!isWhole || text?.isEmpty == bytes.isEmpty, "what is corrected is not lost")
            }
            for name in ["2", "secret"] {
                ContainerTargets.refusing { () throws(SourceError) in
                    _ = records(of: try RecordReader(ByteArrayStream(bytes), csvColumn: name), checker)
                }
            }
            ContainerTargets.refusing { () throws(SourceError) in
                guard let column = try CSVLinkColumn.find(in: bytes, isWhole: true) else { return }
                DocumentPromises.check(message: column.text)
                _ = records(of: try RecordReader(ByteArrayStream(bytes), csvColumn: column), checker)
            }
        }
    }

    /// What a check writes; nil for records that cannot be read to their end.
    private static func records(of records: RecordReader, _ checker: ChunkChecker) -> [UInt8]? {
        var (reader, collector) = (records, ReportCollector(checker))
        var text: [UInt8] = [], portion: [UInt8] = []
        var unchanged: [UnchangedPlace] = [], buffers: [[UInt8]] = []
        collector.begin(into: &text)
        do throws(SourceError) {
            while let chunk = try reader.next(from: &buffers) {
                portion.removeAll()
                collector.take(checker.check(chunk), into: &portion, unchanged: &unchanged)
                text += portion
            }
        } catch {
            DocumentPromises.check(message: error.message)
            return nil
        }
        collector.end(into: &text)
        unchanged.forEach { DocumentPromises.check(message: $0.message) }
        return text
    }

    /// Lines of links, and mutations of them.
    static func validate(_ bytes: [UInt8]) {
        var links = LinkFuzz()
        links.run(bytes)
    }
}
