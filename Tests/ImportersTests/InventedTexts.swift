/// Notes in English and German, and exports of passwords, none of which has a secret of one-time codes.
///
/// They have much that looks like secrets: base32 words, passwords, UUIDs, hexadecimal tokens and license keys.
enum InventedTexts {
    typealias Generator = RandomNumberGenerator

    // MARK: - Notes

    /// A line of a text: a sentence, a heading, an item of a list, or a remark with a token.
    static func line(_ generator: inout some Generator) -> String {
        let form = pick(Bool.random(using: &generator) ? english : german, &generator)
        return form.split(separator: " ", omittingEmptySubsequences: false)
            .map { filled(String($0), &generator) }.joined(separator: " ")
    }

    /// Replaces each `<slot>` in a word.
    private static func filled(_ word: String, _ generator: inout some Generator) -> String {
        guard let start = word.firstIndex(of: "<"), let end = word.firstIndex(of: ">") else { return word }
        let text =
            switch word[start...end].dropFirst().dropLast() {
            case "person": pick(people, &generator)
            case "thing": InventedProse.word(&generator)
            case "ding": pick(things, &generator)
            case "place": pick(places, &generator)
            case "day": pick(days, &generator)
            case "number": String(Int.random(in: 1...9999, using: &generator))
            case "digit": String(Int.random(in: 1...9, using: &generator))
            case "site": site(&generator)
            case "mail": mail(&generator)
            case "long": longWord(&generator)
            case "password": password(&generator)
            case "token": token(&generator)
            default: ""
            }
        return word[..<start] + text + filled(String(word[word.index(after: end)...]), &generator)
    }

    private static let english = lines(
        """
        <person> left the <thing> in <place> on <day>.
        The <thing> and the <thing> cost <number> euros, so <person> waits until <day>.
        Remember: call <person> about the <thing> before <day>
        Nobody knows the secret of the <thing> but <person>.
        The secret: ask <person>, not <person>!
        Secret: nobody in <place> has a key
        Key: under the <thing> beside the <thing>
        Token: see <thing>
        The password of <site> is <password>
        Login <mail> with <password> since <day>
        License <token> belongs to <person>
        Order <token> was sent to <place>, <number> pieces.
        Commit <token> breaks the <thing>
        <thing>: <long>
        <thing> = <long>
        <thing> <long>
        <thing> <digit> <long>
        The word <long> has more letters than <long>.
        - <thing>, <thing> and <thing>
        * <thing>: <thing> <thing>
        # <thing> <number>
        <digit>. <thing>
        | <thing> | <long> |
        <thing>, <thing>, <long>
        <thing>;<long>;<number>
        <person> <mail> <number>
        Name: <person>
        Issuer: <place>
        see https://<site>/<thing>?id=<token>
        <thing> 2fa is on, and the codes are at <place>
        """)
    private static let german = lines(
        """
        <person> hat den <ding> am <day> in <place> vergessen.
        Der <ding> kostet <number> Euro, sagt <person>.
        Nicht vergessen: <person> wegen <ding> anrufen
        Das Geheimnis: <person> fragen
        Geheimer Schlüssel: liegt unter dem <ding>
        Schlüssel = beim Nachbarn in <place>
        Kennwort für <site> ist <password>
        Benutzername: <mail>
        Lizenz <token> gehört <person>
        Auftrag <token> geht nach <place>.
        Das Wort <long> ist länger als <long>.
        <ding>: <long>
        <ding> <long>
        <ding> <digit> <long>
        Kapitel <digit> <long>
        - <ding>, <ding> und <ding>
        # <ding> vom <day>
        | <ding> | <place> | <long> |
        <ding>, <place>, <long>
        <ding>;<ding>
        <person>	<long>
        Überweisung an <person>: <number> Euro
        Konto: <number> <number> <number>
        """)

    private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    private static let people = "Anna Bob Carol Dörte Emil François Greta Hans Ingrid Jürgen Käthe Ludwig Mallory Zoë"
        .split(separator: " ").map(String.init)
    private static let places = "Berlin Bern Köln Linz London Oslo Paris Prag Rome Turin Wien Würzburg Zürich"
        .split(separator: " ").map(String.init)
    private static let days =
        "Monday Tuesday Sunday January May Montag Dienstag Mittwoch Samstag März Dezember 2024-05-17 17.05.2024"
        .split(separator: " ").map(String.init)
    private static let things = """
        Apfel Bahnhof Brief Drucker Fahrrad Garten Hammer Kalender Kühlschrank Löffel Mantel Ordner Rechner Regenschirm \
        Schlüssel Schrank Sessel Tisch Vertrag Wecker Zettel
        """.split(separator: " ").map(String.init)
    /// All of them are base32, and most have a length of base32.
    private static let longWords = """
        administrativeaffairs constitutionality crossexamination disproportionate electromagnetism indistinguishable \
        interdisciplinary internationalize misrepresentation responsibilities telecommunication unconstitutionally \
        arbeitsunfaehigkeitsbescheinigung aufenthaltsgenehmigung bezirksschornsteinfegermeister donaudampfschifffahrt \
        geschwindigkeitsbegrenzung kraftfahrzeughaftpflichtversicherung nahrungsmittelunvertraeglichkeit \
        rechtsschutzversicherung wahrscheinlichkeitsrechnung weihnachtsbaumbeleuchtung
        """.split(separator: " ").map(String.init)

    // MARK: - Tokens

    private static func pick(_ texts: [String], _ generator: inout some Generator) -> String {
        texts.randomElement(using: &generator) ?? ""
    }

    private static func random(_ count: Int, of characters: String, _ generator: inout some Generator) -> String {
        String((0..<count).compactMap { _ in characters.randomElement(using: &generator) })
    }

    private static let upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", numerals = "0123456789"

    /// A long word in one of the usual cases, sometimes with a year or a number at its end.
    static func longWord(_ generator: inout some Generator) -> String {
        let word = pick(longWords, &generator)
        let text =
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: word
            case 1: word.uppercased()
            default: word.capitalized
            }
        return Int.random(in: 0..<4, using: &generator) > 0
            ? text : text + String(Int.random(in: 2...2777, using: &generator))
    }

    static func site(_ generator: inout some Generator) -> String { "\(InventedProse.word(&generator)).example" }

    static func mail(_ generator: inout some Generator) -> String { "\(InventedProse.word(&generator))@example.com" }

    /// As people and password managers make them: words, words with numbers and signs in their place, and noise.
    static func password(_ generator: inout some Generator) -> String {
        switch Int.random(in: 0..<7, using: &generator) {
        case 0, 1: return InventedProse.password(&generator)
        case 2: return longWord(&generator)
        case 3: return InventedProse.password(&generator).replacing("o", with: "0").replacing("e", with: "3") + "!"
        case 4:
            return (0..<4).map { _ in InventedProse.word(&generator) }.joined(separator: "-")
        case 5:
            // As iPhones suggest them: one letter is in upper case.
            let groups = (0..<3).map { _ in random(6, of: upper.lowercased() + numerals, &generator) }
            return groups.joined(separator: "-") + random(1, of: upper, &generator)
        default:
            let count = Int.random(in: 8...32, using: &generator)
            return random(count, of: upper + upper.lowercased() + numerals + "!#$%&*+-?@_", &generator)
        }
    }

    /// A UUID, hexadecimal digits, or the key of a license.
    static func token(_ generator: inout some Generator) -> String {
        let hex = "0123456789abcdef"
        func groups(_ counts: [Int], _ characters: String, _ generator: inout some Generator) -> String {
            counts.map { random($0, of: characters, &generator) }.joined(separator: "-")
        }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return groups([8, 4, 4, 4, 12], hex, &generator)
        case 1: return random([16, 20, 32, 40, 64].randomElement(using: &generator) ?? 32, of: hex, &generator)
        case 2: return groups([5, 5, 5, 5, 5], upper + "234567", &generator)
        default: return groups([4, 4, 4, 4, 4], upper + numerals, &generator)
        }
    }

    // MARK: - Exports of passwords

    /// The export of passwords: a header and rows, or rows alone.
    static func passwordExport(rows count: Int, _ generator: inout some Generator) -> String {
        var layout = layouts.randomElement(using: &generator) ?? layouts[0]
        let header = layout.header.isEmpty ? [] : [layout.header]
        if layout.cells.isEmpty { layout.cells = layout.header.split(separator: layout.delimiter).map { String($0) } }
        let rows = (0..<count).map { _ in
            layout.cells.map { cell(String($0), &generator) }.joined(separator: String(layout.delimiter))
        }
        return (header + rows).joined(separator: "\n") + "\n"
    }

    /// A header, and the meaning of each column where the header does not tell it.
    private struct Layout {
        var delimiter: Character = ","
        var header = ""
        var cells: [String] = []
    }

    private static let layouts = [
        // Chrome, Firefox, Apple, Bitwarden, LastPass, KeePass, KeePassXC, NordPass: with the columns for codes empty.
        Layout(header: "name,url,username,password,note"),
        Layout(header: "url,username,password,httpRealm,formActionOrigin,guid,timeCreated"),
        Layout(header: "Title,URL,Username,Password,Notes,OTPAuth"),
        Layout(
            header: "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,"
                + "login_totp",
            cells: ["", "", "bitwarden", "name", "note", "", "", "url", "username", "password", ""]),
        Layout(header: "url,username,password,totp,extra,name,grouping,fav"),
        Layout(header: "Account,Login Name,Password,Web Site,Comments"),
        Layout(header: "Group,Title,Username,Password,URL,Notes,TOTP"),
        Layout(header: "name,url,username,password,note,cardholdername,cardnumber"),
        // Tables made by hand: the secret of the last is the answer to a question.
        Layout(delimiter: ";", header: "Dienst;Benutzername;Kennwort"),
        Layout(delimiter: "\t", header: "site\tlogin\tpassword"),
        Layout(header: "name,secret", cells: ["name", "password"]),
        Layout(header: "service,token", cells: ["name", "token"]),
        Layout(header: "product,key", cells: ["name", "token"]),
        Layout(header: "app,seed", cells: ["name", "guid"]),
        Layout(header: "site,username,password,secret", cells: ["name", "username", "password", "long"]),
        // No header.
        Layout(cells: ["url", "username", "password"]), Layout(delimiter: ";", cells: ["name", "password"]),
        Layout(delimiter: "\t", cells: ["name", "username", "token"]),
        Layout(delimiter: ":", cells: ["name", "password"]), Layout(delimiter: "=", cells: ["name", "token"]),
        Layout(delimiter: " ", cells: ["username", "password"]),
    ]

    /// A cell by the name of its column; empty for columns that managers leave empty.
    private static func cell(_ column: String, _ generator: inout some Generator) -> String {
        switch column.lowercased() {
        case "name", "title", "account", "dienst": InventedProse.word(&generator)
        case "url", "web site", "site": "https://\(site(&generator))"
        case "username", "login name", "login", "benutzername": mail(&generator)
        case "password", "kennwort": password(&generator)
        case "note", "notes", "comments", "extra":
            Int.random(in: 0..<3, using: &generator) > 0 ? "" : "\(longWord(&generator)) \(token(&generator))"
        case "token": token(&generator)
        case "bitwarden": "login"
        case "guid": "{\(token(&generator))}"
        case "long": longWord(&generator)
        default: ""
        }
    }
}
