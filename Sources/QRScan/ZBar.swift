import CZBar
import Images

/// The only user of zbar.
enum ZBar {
    static var version: String {
        var major: UInt32 = 0
        var minor: UInt32 = 0
        var patch: UInt32 = 0
        zbar_version(&major, &minor, &patch)
        return "\(major).\(minor).\(patch)"
    }

    /// All QR codes of an image, in no particular order.
    ///
    /// Each call creates a scanner: zbar's QR reader takes random numbers from a state in the scanner, and results of a
    /// shared scanner would depend on earlier images.
    static func scan(_ image: PixelView, variant: String) -> [ScanSymbol] {
        guard let scanner = zbar_image_scanner_create() else { return [] }
        defer { zbar_image_scanner_destroy(scanner) }
        zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
        zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
        // Without this zbar guesses a character set and re-encodes the bytes.
        zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1)

        guard let frame = zbar_image_create() else { return [] }
        defer { zbar_image_destroy(frame) }
        zbar_image_set_format(frame, Self.grey)
        zbar_image_set_size(frame, UInt32(image.width), UInt32(image.height))
        zbar_image_set_data(frame, image.pixels.baseAddress, UInt(image.pixels.count), nil)
        guard zbar_scan_image(scanner, frame) > 0 else { return [] }
        var symbols: [ScanSymbol] = []
        var next = zbar_image_first_symbol(frame)
        while let symbol = next {
            symbols.append(read(symbol, variant: variant))
            next = zbar_symbol_next(symbol)
        }
        return symbols
    }

    /// The four characters `Y800`; zbar's macro for them is not visible in Swift.
    private static let grey: UInt = 0x3030_3859

    private static func read(_ symbol: OpaquePointer, variant: String) -> ScanSymbol {
        let bytes = UnsafeRawBufferPointer(
            start: zbar_symbol_get_data(symbol), count: Int(zbar_symbol_get_data_length(symbol)))
        let points = (0..<zbar_symbol_get_loc_size(symbol)).map {
            QRPayload.Point(x: Int(zbar_symbol_get_loc_x(symbol, $0)), y: Int(zbar_symbol_get_loc_y(symbol, $0)))
        }
        return ScanSymbol(
            bytes: Array(bytes), isComplete: zbar_symbol_get_type(symbol) == ZBAR_QRCODE, corners: corners(points),
            engine: .zbar, variant: variant)
    }

    /// zbar gives top left, bottom left, bottom right, top right; for a code joined from parts, all their points.
    private static func corners(_ points: [QRPayload.Point]) -> [QRPayload.Point] {
        if points.count == 4 { return [points[0], points[3], points[2], points[1]] }
        return QRPayload.Box(points)?.corners ?? []
    }
}
