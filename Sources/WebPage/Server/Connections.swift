#if Web
    import Encodings
    import NIOCore
    import Synchronization

    /// All connections of the server, limited so that strangers cannot keep the user out.
    ///
    /// Connections whose request named this run's address are the user's. Only a few of the others stay, the newest;
    /// but each has a moment to send its request first, and new connections are not accepted while too many are in that
    /// moment.
    final class Connections: Sendable {
        private enum Standing: Int {
            case stranger
            /// It named the address.
            case named
            /// It showed the token as well.
            case trusted
        }

        private struct Entry {
            let channel: any Channel
            var standing = Standing.stranger
            /// Whether it still has its first moment.
            var isNew = true
            var isWorking = false
            /// Whether it ends once its answer is sent.
            var isLast = false
            /// When it was last used, as a number that only grows.
            var used: UInt64
        }

        private struct State {
            var entries: [ObjectIdentifier: Entry] = [:]
            var count: UInt64 = 0
            var arriving = 0

            mutating func next() -> UInt64 {
                count += 1
                return count
            }

            /// Removes the first of some, in the order of their standing and their use.
            mutating func removeFirst(where isAmong: (ObjectIdentifier, Entry) -> Bool) -> (any Channel)? {
                let first = entries.filter { isAmong($0.key, $0.value) }.min { one, other in
                    (one.value.standing.rawValue, one.value.used) < (other.value.standing.rawValue, other.value.used)
                }
                return first.flatMap { entries.removeValue(forKey: $0.key)?.channel }
            }
        }

        private let state = Mutex(State())
        private let onEnd: @Sendable () -> Void

        /// - Parameter onEnd: called when connections have ended by ``closeAll()``; again for each that was answered first.
        init(onEnd: @escaping @Sendable () -> Void = {}) { self.onEnd = onEnd }

        /// Whether a further connection may be accepted now.
        var haveRoom: Bool {
            state.withLock { $0.entries.values.count { $0.isNew && $0.standing == .stranger } < Limit.webArrivals }
        }

        /// Accepts a new connection.
        func add(_ channel: any Channel) {
            state.withLock { state in
                let used = state.next()
                state.entries[ObjectIdentifier(channel)] = Entry(channel: channel, used: used)
            }
        }

        /// The first moment of a connection is over: of the strangers, the newest stay.
        func settle(_ channel: any Channel) {
            let ended = state.withLock { state -> (any Channel)? in
                state.entries[ObjectIdentifier(channel)]?.isNew = false
                let settled = state.entries.values.count { !$0.isNew && $0.standing == .stranger }
                guard settled > Limit.webStrangers else { return nil }
                return state.removeFirst { !$1.isNew && $1.standing == .stranger }
            }
            ended?.close(promise: nil)
        }

        func remove(_ channel: any Channel) {
            let removed = state.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(channel)) }
            if let removed, removed.isLast, removed.isWorking { onEnd() }
        }

        /// A request named the address of this run.
        ///
        /// - Parameter isTrusted: whether it showed the token as well.
        func begin(_ channel: any Channel, isTrusted: Bool) {
            let key = ObjectIdentifier(channel)
            let ended = state.withLock { state -> (any Channel)? in
                guard var entry = state.entries[key] else { return nil }
                if isTrusted || entry.standing == .stranger { entry.standing = isTrusted ? .trusted : .named }
                (entry.isWorking, entry.used) = (true, state.next())
                state.entries[key] = entry
                guard state.entries.values.count(where: { $0.standing != .stranger }) > Limit.webConnections else {
                    return nil
                }
                // A client that knows only the address gives way, even in the middle of an answer.
                return state.removeFirst {
                    $0 != key && ($1.standing == .named || ($1.standing == .trusted && !$1.isWorking))
                } ?? state.entries.removeValue(forKey: key)?.channel
            }
            ended?.close(promise: nil)
        }

        /// Its answer was sent.
        func rest(_ channel: any Channel) {
            let key = ObjectIdentifier(channel)
            let isLast = state.withLock { state in
                guard state.entries[key]?.isLast != true else { return true }
                let used = state.next()
                state.entries[key]?.isWorking = false
                state.entries[key]?.used = used
                return false
            }
            if isLast { channel.close(promise: nil) }
        }

        /// Counts the bytes of bodies that arrive.
        ///
        /// - Returns: false if there are too many at once.
        func reserve(_ count: Int) -> Bool {
            state.withLock { state in
                guard state.arriving + count <= Limit.webArriving else { return false }
                state.arriving += count
                return true
            }
        }

        func release(_ count: Int) { state.withLock { $0.arriving -= count } }

        /// Ends all of them, and with them the buffers that they keep; those with a request once it is answered, as a
        /// browser would send it again.
        func closeAll() {
            let resting = state.withLock { state in
                for key in state.entries.keys { state.entries[key]?.isLast = true }
                return state.entries.values.filter { !$0.isWorking }.map(\.channel)
            }
            for channel in resting { channel.close(promise: nil) }
            onEnd()
        }
    }

    /// Lets connections wait at the door while no more can be accepted: the system keeps them in their order.
    final class Doorway: ChannelOutboundHandler {
        typealias OutboundIn = any Channel

        private let connections: Connections
        private static let pause = TimeAmount.milliseconds(10)

        init(_ connections: Connections) { self.connections = connections }

        func read(context: ChannelHandlerContext) {
            guard !connections.haveRoom else { return context.read() }
            let door = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.eventLoop.scheduleTask(in: Self.pause) {
                let (own, context) = door.value
                own.read(context: context)
            }
        }
    }
#endif
