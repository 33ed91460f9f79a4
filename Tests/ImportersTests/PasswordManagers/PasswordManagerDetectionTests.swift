import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers

/// Pairs of formats that could be taken for each other.
@Suite("Each password manager is recognized")
struct PasswordManagerDetectionTests {
    private static let link = "otpauth://totp/Birch:bob?secret=JBSWY3DPEHPK3PXP&issuer=Birch"

    @Test(
        "A table is recognized by its columns",
        arguments: [
            ("Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes", "onepassword"),
            ("Title,URL,Username,Password,Notes,OTPAuth", "apple-passwords"), ("OTPAuth,Title", "apple-passwords"),
            ("\"Title\",\"Url\",\"Username\",\"Password\",\"OTPAuth\"", "apple-passwords"),
            ("type,name,url,email,username,password,note,totp,createTime,modifyTime,vault", "proton-pass"),
            ("url,username,password,totp,extra,name,grouping,fav", "lastpass-vault"),
            ("url,username,password,extra,name,grouping,fav", "lastpass-vault"),
            ("username,username2,username3,title,password,note,url,category,otpUrl", "dashlane"),
            ("username,title,password,otpSecret", "dashlane"), ("username,username2,title,password,otp", "dashlane"),
            ("Name,Url,MatchUrl,Login,Pwd,Note,Folder,RfFieldsV2", "roboform"),
            ("Name,Url,Login,Pwd,Note,Folder,Rf_fields", "roboform"),
            ("Password Name,Description,Password URL,SecretData,Notes,TOTP", "zoho-vault"),
            ("Secret Name,SecretData,login_totp,login_password", "zoho-vault"),
            ("Title,Field,Value,Field,Value,.........,Note", "enpass"),
            (
                "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp",
                "bitwarden"
            ),
            ("Group,Title,Username,Password,URL,Notes,TOTP", "keepassxc"),
            ("Title,Username,URL,Password,Notes,Group,TOTP", "keepassxc"),
        ] as [(String, FormatID)])
    func columns(header: String, format: FormatID) {
        #expect(formatID(of: header.utf8) == format)
        // A table with links is not a list of links.
        #expect(formatID(of: "\u{FEFF}\(header)\r\n\(Self.link),\(Self.link)\r\n".utf8) == format)
    }

    @Test(
        "Tables without a header are recognized by their cells",
        arguments: [
            (#""f","t","u","p","url","n","","TFC:Keeper","\#(link)""#, "keeper"),
            (#""f","t","u","p","url","n","","x","1","$oneTimeCode::1","GEZDGNB2""#, "keeper"),
            (
                "\"\",\"t\",\"\",\"\",\"\",\"\",\"\"\n\"\",\"t\",\"\",\"\",\"\",\"\",\"\",\"TFC:Keeper\",\"\(link)\"",
                "keeper"
            ),
            (#""Acorn","Username","alice","*Password","x","One-time code","\#(link)""#, "enpass"),
            (
                "\"Card\",\"Number\",\"1\",\"*CVC\",\"1\"\n\"Acorn\",\"E-mail\",\"a\",\"*Password\",\"x\",\"TOTP\",\"\(link)\"",
                "enpass"
            ),
        ] as [(String, FormatID)])
    func cells(text: String, format: FormatID) { #expect(formatID(of: text.utf8) == format) }

    @Test(
        "Cells in other places are not theirs",
        arguments: [
            #""f","t","u","p","url","n","","x","TFC:Keeper","\#(link)""#, #""t","TFC:Keeper","\#(link)""#,
            #""Acorn","alice","Username","x","*Password","\#(link)""#,
            #""Acorn","Username","alice","Password","\#(link)""#,
            "\"Acorn\",\"Username\",\"alice\"\n\"Acorn\",\"*Password\",\"\(link)\"",
        ])
    func otherCells(text: String) throws {
        // A name or two and a link make a table.
        #expect(["otpauth", "csv"].contains(try #require(formatID(of: text.utf8))))
    }

    @Test(
        "JSON is recognized by its members",
        arguments: [
            (#"{"accounts":[{"vaults":[]}]}"#, "onepassword"),
            (#"{"accounts":[{"attrs":{},"vaults":[{"items":[]}]}]}"#, "onepassword"),
            (#"{"version":{"major":1},"accounts":[{"items":[]}]}"#, "cxf"),
            (#"{"exporterRpId":"x","accounts":[]}"#, "cxf"),
            (#"{"version":3,"accounts":[{"issuerName":"","secret":"GEZDGNB2"}]}"#, "lastpass-authenticator"),
            (#"{"version":3,"accounts":[]}"#, "lastpass-authenticator"),
            (#"{"hpke":{},"payload":""}"#, "cxf"), (#"{"items":[{},{"credentials":[]}]}"#, "cxf"),
            (#"{"email":"","collections":[],"items":[]}"#, "cxf"),
            (#"{"items":[{"fields":[]}],"folders":[]}"#, "enpass"),
            (#"{"items":[{"template_type":"login.default"}]}"#, "enpass"),
            (#"{"encrypted":false,"folders":[],"items":[{"fields":[]}]}"#, "bitwarden"),
            (#"{"version":"1","vaults":{"a":{"items":[]}}}"#, "proton-pass"),
            (#"{"shared_folders":[],"records":[]}"#, "keeper"), (#"{"records":[{"title":""}]}"#, "keeper"),
            (#"{"uuid":"a","secureContents":{}}"#, "onepassword"),
            ("***x***\n\n{\"uuid\":\"a\",\"overview\":{}}\n***x***\n{}", "onepassword"),
        ] as [(String, FormatID)])
    func members(text: String, format: FormatID) {
        #expect(formatID(of: text.utf8) == format)
        // Cut off within the last member, it is still known.
        #expect(formatID(of: text.utf8.dropLast()) == format)
    }

    @Test(
        "JSON with only members that many apps have is not recognized",
        arguments: [
            #"{"items":[]}"#, #"{"items":[1,null,[]]}"#, #"{"vaults":{}}"#, #"{"vaults":[],"version":1}"#,
            #"{"records":[]}"#,
            #"{"records":[{"name":""}]}"#, #"{"uuid":"a"}"#, #"[{"uuid":"a","secureContents":{}}]"#, "***\n***",
            #"{"hpke":{}}"#,
        ])
    func noFormat(text: String) { #expect(formatID(of: text.utf8) == nil) }

    @Test(
        "An archive is recognized by its files",
        arguments: [
            (["export.attributes", "export.data", "files/a.txt"], "onepassword"),
            (["x/", "x/export.data"], "onepassword"),
            (["mine.1pif/", "mine.1pif/data.1pif"], "onepassword"), (["Proton Pass/data.json"], "proton-pass"),
            (["Proton Pass/data.pgp"], "proton-pass"), (["securenotes.csv", "credentials.csv"], "dashlane"),
            (["CXP-Export/index.jwe"], "cxf"), (["attachments/a/b.txt", "data.json"], "bitwarden"),
            (["attachments/data.json", "otp.txt"], nil),
        ] as [([String], FormatID?)])
    func archives(names: [String], format: FormatID?) throws {
        #expect(formatID(of: try ZipFile(names.map { ZipFile.Entry($0, Self.link) }).bytes()) == format)
    }

    @Test(
        "A file that cannot be read is recognized by its first line, and says why",
        arguments: [
            ("-----BEGIN PGP MESSAGE-----\n\nwy4E\n", "proton-pass", .corrupt),
            ("-----BEGIN PGP MESSAGE-----\n\nhF4E\n", "proton-pass", .unsupportedVersion),
            ("-- Dashlane Secured Export --\nBEGIN Id", "dashlane", .unsupportedVersion),
            ("---------- Dashlane Secured Export ------------\r\n", "dashlane", .unsupportedVersion),
        ] as [(String, FormatID, SourceError.Code)])
    func firstLines(text: String, format: FormatID, code: SourceError.Code) {
        #expect(formatID(of: text.utf8) == format)
        let failure = #expect(throws: SourceError.self) { try read(text) }
        #expect(failure?.code == code)
    }
}
