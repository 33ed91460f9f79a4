import ArgumentParser

enum YesOrNo: String, ExpressibleByArgument, CaseIterable {
    case yes, no

    init?(argument: String) {
        switch argument.lowercased() {
        case "yes", "y", "true", "on", "1": self = .yes
        case "no", "n", "false", "off", "0": self = .no
        default: return nil
        }
    }
}
