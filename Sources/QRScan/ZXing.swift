#if ZXing
    import CZXing
    import TOTPDomain

    /// The only user of zxing-cpp, if the program is built with it.
    enum ZXing {
        static let isAvailable = true
        static var version: String? { String(cString: czxing_version()) }

        /// All QR codes of an image, in no particular order. Inverted codes are not found.
        static func scan(_ image: PixelView, variant: String) -> [ScanSymbol] {
            var found = Found(variant: variant)
            let visit: czxing_visitor = { symbol, context in
                guard let symbol, let context else { return }
                context.assumingMemoryBound(to: Found.self).pointee.add(symbol.pointee)
            }
            // Codes found before a failure count.
            withUnsafeMutablePointer(to: &found) { found in
                _ = czxing_scan(image.pixels.baseAddress, Int32(image.width), Int32(image.height), visit, found)
            }
            return found.symbols
        }

        private struct Found {
            let variant: String
            var symbols: [ScanSymbol] = []

            mutating func add(_ symbol: czxing_symbol) {
                let c = symbol.corners
                symbols.append(
                    ScanSymbol(
                        bytes: Array(UnsafeBufferPointer(start: symbol.bytes, count: symbol.count)),
                        isComplete: !symbol.is_part,
                        corners: [(c.0, c.1), (c.2, c.3), (c.4, c.5), (c.6, c.7)].map { .init(x: Int($0), y: Int($1)) },
                        engine: .zxing,
                        variant: variant
                    ))
            }
        }
    }
#else
    /// A placeholder for the second engine if the program is built without it.
    enum ZXing {
        static let isAvailable = false
        static var version: String? { nil }

        static func scan(_ image: PixelView, variant: String) -> [ScanSymbol] { [] }
    }
#endif

/// The versions of the libraries behind this module, as they are at run time.
package enum ScanLibraries {
    package static var zbar: String { ZBar.version }

    /// Nil if the program is built without it.
    package static var zxing: String? { ZXing.version }
}
