#if Web
    import Encodings
    import NIOCore
    import Synchronization

    /// All connections of the server, as many as the limit allows: a new one takes the place of the oldest that proved
    /// nothing, or else of the one that is silent for longest. So nobody can keep a person out.
    final class Connections: Sendable {
        private struct Entry {
            let channel: any Channel
            /// Whether it has shown the token.
            var isTrusted = false
            var isWorking = false
            /// When it was last used, as a number that only grows.
            var used: UInt64
        }

        private struct State {
            var entries: [ObjectIdentifier: Entry] = [:]
            var count: UInt64 = 0
            var arriving = 0
        }

        private let state = Mutex(State())

        /// Takes in a new connection.
        func add(_ channel: any Channel) {
            let ended = state.withLock { state -> (any Channel)? in
                state.count += 1
                let used = state.count
                var ended: ObjectIdentifier?
                if state.entries.count >= Limit.webConnections {
                    ended =
                        state.entries.filter { !$0.value.isWorking }.min { first, second in
                            (first.value.isTrusted ? 1 : 0, first.value.used)
                                < (second.value.isTrusted ? 1 : 0, second.value.used)
                        }?.key
                    // All of them are being answered: the new one must come again.
                    guard ended != nil else { return channel }
                }
                state.entries[ObjectIdentifier(channel)] = Entry(channel: channel, used: used)
                return ended.flatMap { state.entries.removeValue(forKey: $0)?.channel }
            }
            ended?.close(promise: nil)
        }

        func remove(_ channel: any Channel) {
            state.withLock { _ = $0.entries.removeValue(forKey: ObjectIdentifier(channel)) }
        }

        /// - Parameters:
        ///   - isTrusted: whether its request showed the token.
        ///   - isWorking: whether a request of it is being answered.
        func note(_ channel: any Channel, isTrusted: Bool, isWorking: Bool) {
            state.withLock { state in
                state.count += 1
                let used = state.count
                let key = ObjectIdentifier(channel)
                guard state.entries[key] != nil else { return }
                if isTrusted { state.entries[key]?.isTrusted = true }
                state.entries[key]?.isWorking = isWorking
                state.entries[key]?.used = used
            }
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

        /// Ends all of them, and with them the buffers that they keep.
        func closeAll() {
            let channels = state.withLock { state in
                defer { state.entries = [:] }
                return state.entries.values.map(\.channel)
            }
            for channel in channels { channel.close(promise: nil) }
        }
    }
#endif
