import TOTPDomain

extension SourceReader {
    /// The QR codes of a frame of a camera, each with what it was read as.
    ///
    /// - returns: the codes, and the corner points of others that were found but not read: the next frame may show them
    ///   better.
    package func codes(on frame: LumaImage) -> (codes: [ImageScan.Code], unread: [[QRPayload.Point]]) {
        let scan = images.scanner.scan(frame)
        let codes = scan.payloads.enumerated().map { code(EntryPosition(code: $0 + 1), $1) }
        return (codes, scan.unreadPlaces)
    }

    /// The ledger's view of one of these codes.
    ///
    /// - parameter name: what messages call the code.
    package func result(of code: ImageScan.Code, named name: String) -> SourceResult {
        let scan = ImageScan(kind: .png, codes: [code], unread: 0, isPartial: false, warnings: [])
        var result = scan.result(Input(name: name, location: .memory([])))
        result.format = code.document?.format.rawValue
        return result
    }
}
