import Encodings

#if Web
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import Platform
    import Synchronization

    /// The server of the page: on this computer's own addresses that a ``PageHost`` names, and on no other.
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
        ///   - host: the addresses.
        ///   - port: nil for a random port.
        ///   - handler: made for the port, which is a part of the address.
        ///   - onLock: called when connections have ended because the page was locked; called again for each connection
        ///     that was answered first.
        /// - Throws: ``ServerError``.
        package init(
            _ host: PageHost, port: Int?, _ handler: (Int) throws -> PageHandler,
            onLock: @escaping @Sendable () -> Void = {}
        ) async throws {
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let connections = Connections(onEnd: onLock)
            let (ending, end) = AsyncStream<Void>.makeStream()
            // It is known once the port is.
            let late = Mutex<PageHandler?>(nil)
            let bootstrap = ServerBootstrap(group: group)
                .serverChannelOption(.backlog, value: Self.waiting)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .serverChannelOption(.maxMessagesPerRead, value: 1)
                .serverChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(Doorway(connections))
                    }
                }
                .childChannelOption(.maxMessagesPerRead, value: 1)
                .childChannelOption(.autoRead, value: false)
                .childChannelOption(.socketOption(.so_sndbuf), value: Self.unsent)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        guard let handler = late.withLock({ $0 }) else { throw ServerError.starting }
                        var limits = NIOHTTPDecoderLimitConfiguration()
                        limits.maxHeaderListSize = Limit.webHeaders
                        limits.maxHeaderFieldSize = Limit.webHeaders
                        limits.maxHeaderFieldCount = 64
                        try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                            withPipeliningAssistance: false, withErrorHandling: false,
                            withEncoderConfiguration: .init(),
                            withDecoderLimitConfiguration: limits)
                        try channel.pipeline.syncOperations.addHandler(
                            Connection(handler, connections) { aftermath in
                                switch aftermath {
                                case .nothing, .close: break
                                case .closeAll: connections.closeAll()
                                case .quit: end.yield()
                                }
                            })
                    }
                }
            do {
                channels = try await Self.listen(bootstrap, host, port)
                guard let port = channels.first?.localAddress?.port else { throw ServerError.starting }
                self.port = port
                let made = try handler(port)
                late.withLock { $0 = made }
            } catch {
                try await group.shutdownGracefully()
                throw error
            }
            (self.group, self.connections, self.ending, self.end) = (group, connections, ending, end)
        }

        /// Connections that wait in the system to be let in.
        private static let waiting: Int32 = 512
        /// Bytes of an answer that wait in the system. With more, a slow reader would seem to have stopped for a long
        /// time.
        private static let unsent: SocketOptionValue = 128 << 10

        /// All addresses on one port.
        private static func listen(
            _ bootstrap: ServerBootstrap, _ host: PageHost, _ port: Int?
        ) async throws -> [any Channel] {
            for attempt in 1... {
                // The system tries fewer ports than exist: another program may hold all of those.
                let wanted = port ?? (attempt <= usualAttempts ? 0 : Int.random(in: 1024...65_535))
                var channels: [any Channel] = []
                do {
                    for address in host.addresses {
                        do {
                            let own = channels.first?.localAddress?.port ?? wanted
                            channels.append(try await bootstrap.bind(host: address, port: own).get())
                        } catch  where isMissing(error) { continue }
                    }
                    guard !channels.isEmpty else { throw ServerError.noAddress(host.name) }
                    return channels
                } catch {
                    for channel in channels { try await channel.close().get() }
                    let isTaken = (error as? IOError)?.errnoCode == EADDRINUSE
                    guard isTaken, port == nil, attempt < mostAttempts else {
                        throw error as? ServerError ?? ServerError(error, port: port)
                    }
                }
            }
            throw ServerError.noPort
        }

        private static let usualAttempts = 10
        private static let mostAttempts = 500

        /// Not every computer has IPv6, or IPv4.
        private static func isMissing(_ error: any Error) -> Bool {
            [EADDRNOTAVAIL, EAFNOSUPPORT].contains((error as? IOError)?.errnoCode)
        }

        /// Asks the server to end.
        package func stop() { end.yield() }

        /// Ends all connections, with the buffers that they keep.
        package func closeConnections() { connections.closeAll() }

        /// Waits until it is asked to end, and ends.
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
            case EADDRINUSE?: self = port.map { .portInUse($0) } ?? .noPort
            case EACCES?: self = .portForbidden(port ?? 0)
            case let code?: self = .notPossible(String(cString: strerror(code)))
            case nil: self = .notPossible("\(type(of: error))")
            }
        }
    }
#endif

/// Why the page cannot be served.
package enum ServerError: Error, Advised, Sendable, Hashable {
    case portInUse(Int)
    case portForbidden(Int)
    case noPort
    /// This computer does not have it.
    case noAddress(String)
    case notPossible(String)
    case starting

    package var problem: String {
        switch self {
        case .portInUse(let port): "port \(port) is in use"
        case .portForbidden(let port): "port \(port) is not allowed"
        case .noPort: "no port is free: other programs have taken them all"
        case .noAddress(let name): "this computer has no address for \(name)"
        case .notPossible(let reason): "this computer does not listen to itself: \(reason)"
        case .starting: "internal error: the page does not start"
        }
    }

    package var advice: Advice? {
        switch self {
        case .portInUse: "name another one with --port, or omit it"
        case .portForbidden: "name one from 1024, or omit --port"
        case .noPort: "end some of them (ss -ltp lists them), or name a free port with --port"
        case .noAddress, .notPossible: "check its network settings"
        case .starting: .reportError
        }
    }
}
