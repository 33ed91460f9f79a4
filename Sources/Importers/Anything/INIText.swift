import Encodings
import TOTPDomain

/// Sections of settings, each an account, as programs with an INI file write them: `[Acorn]`, and below `Secret = …`.
/// The settings of `[DEFAULT]`, and above all sections, count for each section without a setting of that name.
enum INIText {
    /// An object with an object for each section.
    ///
    /// Settings of other programs have secrets, too: one section is an account only if it says more of codes, and several
    /// are if most are.
    ///
    /// - Returns: nil for other settings.
    /// - Throws: ``NotationRefusal`` if a name is in a section twice.
    static func json(of settings: [EnvText.Setting]) throws(NotationRefusal) -> [UInt8]? {
        func parts(_ section: [EnvText.Setting]) -> [AccountPart] { section.compactMap { AccountPart(named: $0.name) } }
        func hasKey(_ section: [EnvText.Setting]) -> Bool { parts(section).contains(where: \.isKey) }
        func isShared(_ section: [EnvText.Setting]) -> Bool {
            defaults.contains(AccountPart.folded(section[0].section)) && !hasKey(section)
        }
        let sections = Dictionary(grouping: settings, by: \.section).values.sorted { $0[0].line < $1[0].line }
        let shared = sections.filter(isShared).flatMap(\.self), accounts = sections.filter { !isShared($0) }
        let withKey = accounts.filter(hasKey)
        let saysMore = withKey.contains { parts($0).contains(where: \.isParameter) }
        guard withKey.count > 1 && withKey.count * 2 > accounts.count || saysMore,
            withKey.allSatisfy({ !$0[0].section.isEmpty })
        else { return nil }
        return OrderedJSON.object(
            try accounts.map { section throws(NotationRefusal) in
                OrderedJSON.Member(key: section[0].section, value: .object(try members(section, shared)))
            }
        ).utf8
    }

    /// Lines above all sections count for each section, too.
    private static let defaults: Set<String> = [
        "", "default", "defaults", "global", "general", "common", "settings", "options",
    ]

    private static func members(
        _ own: [EnvText.Setting], _ shared: [EnvText.Setting]
    ) throws(NotationRefusal) -> [OrderedJSON.Member] {
        var names: Set<String> = []
        func isNew(_ setting: EnvText.Setting) -> Bool { names.insert(AccountPart.folded(setting.name)).inserted }
        if let repeated = own.first(where: { !isNew($0) }) {
            throw NotationRefusal(
                line: repeated.line, reason: "a name is in a section twice", advice: "keep one of them")
        }
        return (own + shared.filter(isNew)).map { OrderedJSON.Member(key: $0.name, value: .string($0.value)) }
    }
}
