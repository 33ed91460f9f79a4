import Encodings
import TOTPDomain

/// Sections of settings, each an account, as programs with an INI file write them: `[Acorn]`, and below `Secret = …`.
/// The settings of `[DEFAULT]`, and above all sections, count for each section without a setting of that name.
enum INIText {
    private typealias Section = (name: String, settings: [EnvText.Setting])

    /// An object with an object for each section.
    ///
    /// Settings of other programs have secrets, too: one section is an account only if it says more of codes, and several
    /// are if most are.
    ///
    /// - Returns: nil for any other text, and for settings that tell by their names which are secrets.
    /// - Throws: ``NotationRefusal`` if a name is in a section twice.
    static func json(of content: SourceContent) throws(NotationRefusal) -> [UInt8]? {
        guard content.kind == .text, let text = EnvText(content.text), text.hasSections, !EnvList(text).hasSecrets
        else { return nil }
        var sections: [Section] = [], indices: [String: Int] = [:]
        for setting in text.settings {
            let index = indices[setting.section] ?? sections.count
            if index == sections.count { sections.append((setting.section, [])) }
            indices[setting.section] = index
            sections[index].settings.append(setting)
        }
        let isDefault = { (section: Section) in
            defaults.contains(AccountPart.folded(section.name))
                && !section.settings.contains { part($0)?.isKey == true }
        }
        let shared = sections.filter(isDefault).flatMap(\.settings), accounts = sections.filter { !isDefault($0) }
        let withKey = accounts.filter { $0.settings.contains { part($0)?.isKey == true } }
        let saysMore = withKey.contains { $0.settings.contains { part($0)?.isParameter == true } }
        guard withKey.count > 1 && withKey.count * 2 > accounts.count || saysMore,
            withKey.allSatisfy({ !$0.name.isEmpty })
        else { return nil }
        return OrderedJSON.object(
            try accounts.map { section throws(NotationRefusal) in
                OrderedJSON.Member(key: section.name, value: .object(try members(section.settings, shared)))
            }
        ).utf8
    }

    /// Lines above all sections count for each section, too.
    private static let defaults: Set<String> = [
        "", "default", "defaults", "global", "general", "common", "settings", "options",
    ]

    private static func part(_ setting: EnvText.Setting) -> AccountPart? { AccountPart(named: setting.name) }

    private static func members(
        _ own: [EnvText.Setting], _ shared: [EnvText.Setting]
    ) throws(NotationRefusal) -> [OrderedJSON.Member] {
        var names: Set<String> = [], members: [OrderedJSON.Member] = []
        for setting in own {
            guard names.insert(AccountPart.folded(setting.name)).inserted else {
                throw NotationRefusal(
                    line: setting.line, reason: "a name is in a section twice", advice: "keep one of them")
            }
            members.append(OrderedJSON.Member(key: setting.name, value: .string(setting.value)))
        }
        for setting in shared where names.insert(AccountPart.folded(setting.name)).inserted {
            members.append(OrderedJSON.Member(key: setting.name, value: .string(setting.value)))
        }
        return members
    }
}
