import Encodings

extension Limit {
    package static let inputList = 128 << 20
    package static let jobs = 256
    package static let addressSpace = 384 << 20
    package static let passphraseFile = 1 << 20
    package static let reportInputs = 3000
    package static let reportRows = 20_000
    package static let reportInputRows = 5000
    package static let reportProblems = 1000
    package static let reportPictures = 500
}
