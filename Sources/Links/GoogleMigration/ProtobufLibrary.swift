internal import SwiftProtobuf

/// The version of the package that reads and writes Google's message.
package enum ProtobufLibrary {
    package static var version: String { SwiftProtobuf.Version.versionString }
}
