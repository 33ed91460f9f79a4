import Encodings
import TOTPDomain

/// What is neither an export nor encrypted. In a folder, these are skipped like files of no kind.
extension FileKind {
    /// Images that are not read.
    static let images = [
        image("a JPEG XR image", .start([0x49, 0x49, 0xBC, 0x01])),
        image("a JPEG XL image", .start([0xFF, 0x0A], [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20])),
        image("a JPEG 2000 image", .start([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20], [0xFF, 0x4F, 0xFF, 0x51])),
        image("an image of Photoshop", .start("8BPS")),
        image("an image of GIMP", .start("gimp xcf")),
        image("an OpenEXR image", .start([0x76, 0x2F, 0x31, 0x01])),
        image("a DDS image", .start("DDS |")),
        image("a QOI image", .start("qoif")),
        image("a Netpbm image", .start("P1\n", "P2\n", "P3\n", "P4\n", "P5\n", "P6\n", "P7\n")),
        image("an icon", .start([0, 0, 1, 0], [0x69, 0x63, 0x6E, 0x73])),
        image("a PostScript document", .start("%!PS")),
    ]

    private static func image(_ name: String, _ sign: Sign) -> FileKind {
        FileKind(name, problem: "\(name), which is not read", .saveAsPNG, code: .unsupportedImage, sign)
    }

    /// Texts with a structure of their own.
    static let texts = [
        FileKind(
            "a text with LDIF", problem: "a text with LDIF, without secrets of one-time codes",
            "export it as a user who may read the secrets, such as Directory Manager",
            .any(
                .text("dn: ", "dn:: "), .text(from: "version: 1", with: "\ndn:"),
                .text(from: "#", with: "\ndn: ", "\nobjectClass: "))),
        FileKind(
            "a dump of a database", plural: "dumps of databases", .exportFromProgram,
            .text(
                "-- MySQL dump", "-- MariaDB dump", "-- PostgreSQL database", "-- phpMyAdmin SQL Dump",
                "PRAGMA foreign_keys=OFF;", "/*M!999999", "--\n-- PostgreSQL database")),
        FileKind("an address book", .nameExport, .text("BEGIN:VCARD")),
        FileKind("a calendar", .nameExport, .text("BEGIN:VCALENDAR")),
        FileKind("a registry file of Windows", .exportFromProgram, .text("Windows Registry Editor", "REGEDIT4")),
        FileKind(
            "a pointer of Git LFS", "run git lfs pull, and name the file again",
            .text("version https://git-lfs.github.com/spec/")),
        FileKind(
            "an encrypted backup of OPNsense or pfSense", "download it without encryption", code: .unsupportedVersion,
            inFolder: .fails, .text("---- BEGIN config.xml ----")),
        FileKind(
            "a property list", .exportFromApp, .any(.start("bplist"), .text(from: "<?xml", with: "<!DOCTYPE plist"))),
    ]

    /// SQLite databases, by their tables.
    static let databases = [
        database(
            "of Firefox",
            .any(
                .tables("moz_places"), .tables("moz_cookies"), .tables("moz_formhistory"),
                .tables("moz_icons"), .tables("nssPrivate"), .tables("webappsstore2"))),
        database(
            "of Chrome",
            .any(
                .tables("logins", "stats"), .tables("urls", "visits"), .tables("autofill", "meta"),
                .tables("cookies", "meta"), .tables("favicons", "icon_mapping"))),
        database("of Thunderbird", .tables("folderLocations", "messages")),
        database("of WhatsApp", .any(.tables("message", "jid"), .tables("wa_contacts"))),
        database("of Signal", .tables("recipient", "thread")),
        database("of messages", .any(.tables("message", "handle", "chat"), .tables("sms", "threads"))),
        database("of contacts", .any(.tables("raw_contacts"), .tables("ABPerson"))),
        database("of Apple's Notes", .tables("ZICNOTEDATA")),
        database("of Joplin", .tables("notes", "resources")),
        database("of Anki", .tables("notes", "revlog")),
        database("of Zotero", .tables("items", "itemTypes")),
        database("of Calibre", .tables("books", "books_authors_link")),
        database("of photographs", .any(.tables("Adobe_images"), .tables("ZASSET"), .tables("Albums", "ImageTags"))),
        database(
            "of Home Assistant", .tables("states", "statistics"),
            "its codes are in .storage/auth_module.totp: name that"),
        database("of a Django program", .tables("django_migrations"), "export it with manage.py dumpdata"),
        database("of an app for macOS or iOS", .tables("Z_PRIMARYKEY", "Z_METADATA")),
        database("of an app for Android", .any(.tables("room_master_table"), .tables("android_metadata"))),
        database("(SQLite)", Sign { $0.content.kind == .sqlite }),
        FileKind(
            "a log of a database", plural: "logs of databases", "name the database beside it",
            .start([0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83])),
        database("(Access)", .start("\0\u{1}\0\0Standard Jet DB", "\0\u{1}\0\0Standard ACE DB")),
        database("(Berkeley DB)", .any(.start([0x61, 0x15, 6, 0], [0x62, 0x31, 5, 0], [0, 6, 0x15, 0x61], at: 12))),
        database("(GDBM)", .start([0xCE, 0x9A, 0x57, 0x13], [0xCF, 0x9A, 0x57, 0x13])),
        database("(Redis)", .start("REDIS0")),
        database("(PostgreSQL, custom format)", .start("PGDMP"), "write it as text: pg_restore -f dump.sql FILE"),
    ]

    private static func database(_ of: String, _ sign: Sign, _ advice: Advice = .exportFromProgram) -> FileKind {
        FileKind("a database \(of)", plural: "databases \(of)", advice, sign)
    }

    static let others = [
        FileKind(
            "a git bundle", "clone it with git, and name the export that is in it",
            .start("# v2 git bundle", "# v3 git bundle")
        ),
        FileKind("a pack of git", .nameExport, .start("PACK\0\0", "DIRC\0\0")),
        FileKind(
            "an archive", problem: "an archive of a kind that is not read", "unpack it, and name the folder",
            .any(
                .start([0x28, 0xB5, 0x2F, 0xFD], [0x04, 0x22, 0x4D, 0x18], [0x1F, 0x9D], [0xED, 0xAB, 0xEE, 0xDB]),
                .start("MSCF", "hsqs", "!<arch>", "xar!", "LZIP"), .start("CD001", at: 0x8001))),
        FileKind(
            "an image of a disk", plural: "images of disks", "open it, and name the export that is in it",
            .any(
                .start("KDMV", "conectix", "vhdxfile", "<<< "), .start([0x51, 0x46, 0x49, 0xFB]),
                Sign { $0.content.kind == .binary && $0.content.bytes.suffix(512).starts(with: "koly".utf8) })),
        FileKind("a mail of Outlook", "save the message as .eml", .start("!BDN")),
        FileKind(
            "a shortcut", "name the file that it points to",
            .any(.start([0x4C, 0, 0, 0, 1, 0x14, 2, 0]), .start("book\0\0\0\0mark"))),
        FileKind("a registry of Windows", plural: "registries of Windows", .exportFromProgram, .start("regf")),
        FileKind("a log of Windows", .nameExport, .start("ElfFile\0")),
        FileKind("a font", .nameExport, .start("wOFF", "wOF2", "OTTO", "ttcf", "\0\u{1}\0\0\0")),
        FileKind("a file of compiled code", .nameExport, .start("\0asm", "dex\n0", "\u{1B}Lua")),
        FileKind("a file of scientific data", .nameExport, .start("PAR1", "Obj\u{1}", "ARROW1")),
        FileKind("a file of Finder settings", .nameExport, .start("Bud1", at: 4)),
    ]
}

extension Advice {
    static let exportFromProgram: Advice = "export from the program that made it"
}
