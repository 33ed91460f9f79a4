import Encodings

#if Web
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import Platform
    import Synchronization

    /// The server of the page: on this computer's own addresses, 127.0.0.1 and ::1, and on no other.
    package final class Server: Sendable {
        package let port: Int
        private let group: MultiThreadedEventLoopGroup
        private let channels: [any Channel]
        private let connections: Connections
        private let ending: AsyncStream<Void>
        private let end: AsyncStream<Void>.Continuation

        /// Starts to listen.
        ///
        /// - Parameters:
        ///   - port: nil for a random one.
        ///   - handler: made for the port, which is a part of the address.
        ///   - onLock: called once the connections have ended because somebody locked the page.
        /// - Throws: ``ServerError``.
        package init(
            port: Int?, _ handler: (Int) throws -> PageHandler, onLock: @escaping @Sendable () -> Void = {}
        ) async throws {
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let connections = Connections()
            let (ending, end) = AsyncStream<Void>.makeStream()
            let late = LateHandler()
            let bootstrap = ServerBootstrap(group: group)
                .serverChannelOption(.backlog, value: Int32(Limit.webConnections))
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.maxMessagesPerRead, value: 1)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        guard let handler = late.handler else { throw ServerError.starting }
                        var limits = NIOHTTPDecoderLimitConfiguration()
                        limits.maxHeaderListSize = Limit.webHeaders
                        limits.maxHeaderFieldSize = Limit.webHeaders
                        limits.maxHeaderFieldCount = 64
                        try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                            withErrorHandling: false, withEncoderConfiguration: .init(),
                            withDecoderLimitConfiguration: limits)
                        try channel.pipeline.syncOperations.addHandler(
                            Connection(handler, connections) { aftermath in
                                switch aftermath {
                                case .nothing, .close: break
                                case .closeAll:
                                    connections.closeAll()
                                    onLock()
                                case .quit: end.yield()
                                }
                            })
                    }
                }
            do {
                channels = try await Self.listen(bootstrap, port)
                guard let port = channels.first?.localAddress?.port else { throw ServerError.starting }
                self.port = port
                late.set(try handler(port))
            } catch {
                try await group.shutdownGracefully()
                throw error
            }
            (self.group, self.connections, self.ending, self.end) = (group, connections, ending, end)
        }

        /// Both addresses on one port.
        private static func listen(_ bootstrap: ServerBootstrap, _ port: Int?) async throws -> [any Channel] {
            var attempts = 10
            while true {
                let first: any Channel
                do { first = try await bootstrap.bind(host: "127.0.0.1", port: port ?? 0).get() } catch {
                    throw ServerError(error, port: port)
                }
                do {
                    let second = try await bootstrap.bind(host: "::1", port: first.localAddress?.port ?? 0).get()
                    return [first, second]
                } catch {
                    // Not every computer has IPv6.
                    guard (error as? IOError)?.errnoCode == EADDRINUSE else { return [first] }
                    try await first.close().get()
                    attempts -= 1
                    guard port == nil, attempts > 0 else { throw ServerError.portInUse(port ?? 0) }
                }
            }
        }

        /// Asks the server to end.
        package func stop() { end.yield() }

        /// Ends all connections, with the buffers that they keep.
        package func closeConnections() { connections.closeAll() }

        /// Waits until somebody asks it to end, and ends.
        package func run() async throws {
            for await _ in ending { break }
            for channel in channels { try await channel.close().get() }
            connections.closeAll()
            try await group.shutdownGracefully()
        }
    }

    extension ServerError {
        fileprivate init(_ error: any Error, port: Int?) {
            switch (error as? IOError)?.errnoCode {
            case EADDRINUSE?: self = .portInUse(port ?? 0)
            case EACCES?: self = .portForbidden(port ?? 0)
            case let code?: self = .notPossible(String(cString: strerror(code)))
            case nil: self = .notPossible("\(type(of: error))")
            }
        }
    }

    /// The handler is known once the port is.
    private final class LateHandler: Sendable {
        private let value = Mutex<PageHandler?>(nil)

        var handler: PageHandler? { value.withLock { $0 } }
        func set(_ handler: PageHandler) { value.withLock { $0 = handler } }
    }
#endif

/// Why the page cannot be served.
package enum ServerError: Error, Advised, Sendable, Hashable {
    case portInUse(Int)
    case portForbidden(Int)
    case notPossible(String)
    case starting

    package var problem: String {
        switch self {
        case .portInUse(let port): "port \(port) is in use"
        case .portForbidden(let port): "port \(port) is not allowed"
        case .notPossible(let reason): "this computer does not listen on 127.0.0.1: \(reason)"
        case .starting: "internal error: the page does not start"
        }
    }

    package var advice: Advice? {
        switch self {
        case .portInUse: "name another one with --port, or omit it"
        case .portForbidden: "name one from 1024, or omit --port"
        case .notPossible: "check its network settings"
        case .starting: .reportError
        }
    }
}
