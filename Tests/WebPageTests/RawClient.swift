import Foundation
import Platform

/// A client that sends any bytes, and waits for an answer.
///
/// It waits in separate threads: the server answers in the threads of the tests. It is patient, because the tasks of a
/// server wait there behind all other tests.
final class RawClient {
    private let descriptor: Int32
    private var isOpen = true

    struct Failure: Error {}

    init(port: Int) throws {
        guard let descriptor = Self.connect("127.0.0.1", port) else { throw Failure() }
        self.descriptor = descriptor
        setPatience(.seconds(600))
    }

    deinit { close() }

    func close() {
        guard isOpen else { return }
        isOpen = false
        Platform.close(descriptor)
    }

    func send(_ text: String) { send(Array(text.utf8)) }
    func send(_ bytes: [UInt8]) { Self.send(bytes, descriptor) }

    private static func send(_ bytes: [UInt8], _ descriptor: Int32) {
        // A server may have closed the connection: then the answer says why.
        _ = Platform.send(descriptor, bytes, bytes.count, noSignal)
    }

    /// Waits for an answer as long as it takes, up to a time.
    func answer(within time: Duration) async -> String {
        setPatience(time)
        return await answer()
    }

    /// Waits until the server has closed the connection.
    func waitUntilClosed(atMost time: Duration) async -> Bool {
        setPatience(time)
        return await isClosed()
    }

    private func setPatience(_ time: Duration) {
        var patience = timeval(tv_sec: time_t(time.components.seconds), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Returns an answer with its body, or the part that arrived.
    func answer() async -> String {
        let descriptor = descriptor
        return await Self.inThread { Self.answer(descriptor) }
    }

    /// Sends requests one after the other, each as soon as the one before it is answered: the server closes a
    /// connection that is silent.
    func answers(to requests: [UInt8]...) async -> [String] {
        let descriptor = descriptor
        return await Self.inThread {
            requests.map { request in
                Self.send(request, descriptor)
                return Self.answer(descriptor)
            }
        }
    }

    private static func answer(_ descriptor: Int32) -> String {
        String(decoding: answerBytes(descriptor), as: UTF8.self)
    }

    private static func answerBytes(_ descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        while !isComplete(bytes) {
            let part = receive(descriptor)
            if part.isEmpty { break }
            bytes += part
        }
        return bytes
    }

    /// Returns the body of an answer; nil without a whole head.
    func answerBody(within time: Duration = .seconds(600)) async -> [UInt8]? {
        setPatience(time)
        let descriptor = descriptor
        let bytes = await Self.inThread { Self.answerBytes(descriptor) }
        return bytes.firstRange(of: Array("\r\n\r\n".utf8)).map { Array(bytes[$0.upperBound...]) }
    }

    /// Whether the server has closed the connection; waits for it.
    func isClosed() async -> Bool {
        let descriptor = descriptor
        return await Self.inThread {
            while true {
                var byte: UInt8 = 0
                let count = recv(descriptor, &byte, 1, 0)
                if count < 0, errno == EINTR { continue }
                if count == 0 || (count < 0 && errno == ECONNRESET) { return true }
                if count < 0 { return false }
            }
        }
    }

    private static func inThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }

    private static func receive(_ descriptor: Int32) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var count = -1
        repeat { count = recv(descriptor, &buffer, buffer.count, 0) } while count < 0 && errno == EINTR
        return Array(buffer.prefix(max(0, count)))
    }

    /// Whether the headers are complete, and the body has the length that they state.
    private static func isComplete(_ bytes: [UInt8]) -> Bool {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
        let text = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        let length =
            text.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst("content-length:".count).drop { $0 == " " }) } ?? 0
        return bytes.count - end.upperBound >= length
    }

    private static var noSignal: Int32 {
        #if os(Linux)
            Int32(MSG_NOSIGNAL)
        #else
            0
        #endif
    }

    private static func connect(_ address: String, _ port: Int) -> Int32? {
        #if os(Linux)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { return nil }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = in_port_t(UInt16(port).bigEndian)
        place.sin_addr.s_addr = inet_addr(address)
        let result = withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Platform.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if result == 0 { return descriptor }
        Platform.close(descriptor)
        return nil
    }

    static func connects(to address: String, port: Int) -> Bool {
        guard let descriptor = connect(address, port) else { return false }
        Platform.close(descriptor)
        return true
    }

    /// The addresses of this computer that others can reach.
    static var ownAddresses: [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var addresses: [String] = []
        var next = first
        while let interface = next {
            next = interface.pointee.ifa_next
            guard let address = interface.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else {
                continue
            }
            let text = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                inet_ntoa($0.pointee.sin_addr).map { String(cString: $0) }
            }
            if let text, !text.hasPrefix("127.") { addresses.append(text) }
        }
        return addresses
    }
}
