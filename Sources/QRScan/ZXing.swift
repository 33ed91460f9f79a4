#if ZXing
    import CZXing
    import Encodings
    import TOTPDomain

    /// The only user of zxing-cpp, if the program is built with it.
    enum ZXing {
        static let isAvailable = true
        static var version: String? { String(cString: czxing_version()) }

        /// All codes of an image that are sought in this way, in no particular order. Inverted codes are not found.
        static func scan(_ image: PixelView, variant: String, _ way: Way = .local) -> [ScanSymbol] {
            var found = Found(variant: variant)
            let visit: czxing_visitor = { symbol, context in
                guard let symbol, let context else { return }
                context.assumingMemoryBound(to: Found.self).pointee.add(symbol.pointee)
            }
            // Codes found before a failure count.
            withUnsafeMutablePointer(to: &found) { found in
                _ = czxing_scan(
                    image.pixels.baseAddress, Int32(image.width), Int32(image.height), way.inC, visit, found)
            }
            return found.symbols
        }

        private struct Found {
            let variant: String
            var symbols: [ScanSymbol] = []

            mutating func add(_ symbol: czxing_symbol) {
                let c = symbol.corners
                let bytes = Array(UnsafeBufferPointer(start: symbol.bytes, count: symbol.count))
                symbols.append(
                    ScanSymbol(
                        bytes: bytes, text: TextEncoding(eci: symbol.eci)?.text(bytes), isComplete: !symbol.is_part,
                        corners: [(c.0, c.1), (c.2, c.3), (c.4, c.5), (c.6, c.7)].map { .init(x: Int($0), y: Int($1)) },
                        engine: .zxing, variant: variant))
            }
        }
    }

    extension ZXing.Way {
        fileprivate var inC: czxing_way {
            switch self {
            case .local: CZXING_LOCAL
            case .global: CZXING_GLOBAL
            case .small: CZXING_SMALL
            }
        }
    }

    extension TextEncoding {
        /// The set of a number of Extended Channel Interpretation, except UTF-8; nil for others.
        fileprivate init?(eci: Int32) {
            switch eci {
            case 1, 3: self.init(named: "ISO-8859-1")
            case 4...18: self.init(named: "ISO-8859-\(eci - 2)")
            // With the characters that Windows adds.
            case 20: self.init(named: "CP932")
            case 21...23: self.init(named: "CP\(eci + 1229)")
            case 24: self.init(named: "CP1256")
            case 25: self.init(named: "UTF-16BE")
            case 28: self.init(named: "BIG5")
            case 29: self.init(named: "GB18030")
            case 30: self.init(named: "EUC-KR")
            default: return nil
            }
        }
    }
#else
    /// A placeholder for the second engine if the program is built without it.
    enum ZXing {
        static let isAvailable = false
        static var version: String? { nil }

        static func scan(_ image: PixelView, variant: String, _ way: Way = .local) -> [ScanSymbol] { [] }
    }
#endif

extension ZXing {
    /// What is sought, and how dark is told from light.
    enum Way {
        /// QR codes, by the levels around each pixel.
        case local
        /// QR codes, by the levels of whole rows and of the whole image: blur changes these least.
        case global
        /// Micro QR and rMQR codes.
        case small
    }
}

/// The versions of the libraries behind this module, as they are at run time.
package enum ScanLibraries {
    package static var zbar: String { ZBar.version }

    /// Nil if the program is built without it.
    package static var zxing: String? { ZXing.version }
}
