import ArgumentParser
import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain

/// Inputs that are not arguments: there may be more of them than a command line can hold.
struct InputListOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            .reading, "Also read inputs named in a file, with NUL between names.", value: "list",
            manual: """
                As `find -print0` [writes them](#inputs). `-` is standard input. With `verify`, they belong to the \
                first side.
                """),
        completion: .file())
    var filesFrom: String?

    /// - parameter arguments: the inputs of the command line; at least one is needed without a list.
    func validate(_ arguments: [String], name: String = "inputs") throws {
        if arguments.isEmpty, filesFrom == nil {
            throw ValidationError("Missing expected argument '<\(name)> ...'")
        }
    }

    /// The inputs of the command line, then those of the list.
    func collect(_ arguments: [String]) throws -> [Input] {
        let inputs = InputCollector.collect(arguments)
        guard let filesFrom else { return inputs }
        let limit = Limit.inputList.value
        let bytes =
            filesFrom == "-"
            ? try BoundedFile.readStandardInput(limit: limit) : try BoundedFile.read(filesFrom, limit: limit)
        do throws(SourceError) {
            return try inputs + InputList(bytes, list: filesFrom.inputName).inputs
        } catch {
            throw CommandError(message: "\(filesFrom.inputName): \(error.message)", status: ExitStatus.nothing)
        }
    }
}
