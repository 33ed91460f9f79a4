/// Letters beyond ASCII in the names of hosts, RFC 3492: `bücher` is `bcher-kva`.
package enum Punycode {
    private static let base = 36, smallest = 1, largest = 26, skew = 38, damping = 700

    /// The most letters of a label: the time grows with their square.
    package static let maximumCount = 63

    /// - Parameter label: one part of a name, of at most ``maximumCount`` letters, in lower case.
    /// - Returns: without `xn--` before it; nil for a longer label.
    package static func encode(_ label: some Collection<Unicode.Scalar>) -> String? {
        guard label.count <= maximumCount else { return nil }
        let scalars = label.map { Int($0.value) }
        var output = scalars.filter { $0 < 0x80 }.map { UInt8($0) }
        let basic = output.count
        if basic > 0 { output.append(UInt8(ascii: "-")) }
        var next = 0x80, delta = 0, bias = 72, done = basic
        while let scalar = scalars.lazy.filter({ $0 >= next }).min() {
            delta += (scalar - next) * (done + 1)
            next = scalar
            for scalar in scalars {
                if scalar < next { delta += 1 }
                guard scalar == next else { continue }
                append(delta, bias, to: &output)
                bias = adapted(delta, count: done + 1, isFirst: done == basic)
                delta = 0
                done += 1
            }
            delta += 1
            next += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// A number of digits whose weights depend on the numbers before it.
    private static func append(_ number: Int, _ bias: Int, to output: inout [UInt8]) {
        var rest = number, place = base
        while true {
            let threshold = min(max(place - bias, smallest), largest)
            guard rest >= threshold else { break }
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            place += base
        }
        output.append(digit(rest))
    }

    private static func digit(_ value: Int) -> UInt8 {
        value < 26 ? UInt8(ascii: "a") + UInt8(value) : UInt8(ascii: "0") + UInt8(value - 26)
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damping : delta / 2
        delta += delta / count
        var bias = 0
        while delta > (base - smallest) * largest / 2 {
            delta /= base - smallest
            bias += base
        }
        return bias + (base - smallest + 1) * delta / (delta + skew)
    }
}
