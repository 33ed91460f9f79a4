#!/usr/bin/env python3
"""Finds Strings that are made of bytes and whose combining marks are not limited: see CombiningMarks.swift.

    doors.py   fails if one is neither limited in its statement nor in the list below, or if the list is stale
"""

import pathlib
import re
import sys

SOURCES = pathlib.Path(__file__).parents[2] / "Sources"
MADE = re.compile(r"\bString\((?:decoding|validating|cString|validatingCString|utf8String|bytes|data):"
                  r"|\bString\(String\.UnicodeScalarView\(|\bString\(unsafeUninitializedCapacity:")
LIMITED = re.compile(r"limitingMarks|marks\.limited")
# A statement seldom has more lines after the call.
LINES = 4

ASCII, SHORT, OWN, SHOWN = ("nothing but ASCII", "of a few bytes", "made by this program, or by the user of it",
                            "only written out, or only checked for being UTF-8")
# The number of places in each file, and why none of them needs a limit.
EXEMPT = {
    "Importers/Servers/AutheliaFormat.swift": (1, ASCII),
    "Importers/Apps/Ente/EnteFormat.swift": (1, OWN),
    "Importers/Engine/JSON/JSONValue+Fields.swift": (1, ASCII),
    "Importers/Apps/Stratum/StratumEncryption.swift": (2, SHORT),
    "Containers/Archive/LibArchive.swift": (1, "the library's own messages"),
    "Containers/ContainerLibraries.swift": (6, "a version"),
    "Containers/HTML/HTMLEntities.swift": (2, SHORT),
    "Containers/HTML/HTMLPieces.swift": (1, SHORT),
    "Containers/Mail/MailHead.swift": (1, ASCII),
    "Containers/XML/XMLEvents.swift": (1, "limited by its callers"),
    "CryptoPrimitives/CryptoLibraries.swift": (3, "a version"),
    "Encodings/Text/HiddenLinks.swift": (1, "parts of a text that is limited"),
    "Encodings/Bytes/Base32.swift": (1, ASCII),
    "Encodings/Bytes/Base64.swift": (1, ASCII),
    "Encodings/Bytes/Hex.swift": (1, ASCII),
    "Encodings/JSON/JSONStringSplitter.swift": (1, SHOWN),
    "Encodings/JSON/JSONScanner.swift": (1, ASCII),
    "Encodings/JSON/OrderedJSON+Parsing.swift": (1, ASCII),
    "Encodings/Text/InvisibleCharacters.swift": (2, "turned into bytes again, or only looked through"),
    "Encodings/Text/PercentCoding.swift": (2, ASCII),
    "Encodings/Text/TextDecoding.swift": (2, "Latin-1; turned into bytes again"),
    "Encodings/Text/Punycode.swift": (1, ASCII),
    "Exporters/HTML/HTMLExport.swift": (1, OWN),
    "Exporters/HTML/HTMLText.swift": (1, OWN),
    "Importers/PasswordManagers/Into/PublicSuffixes.swift": (2, "a version, and " + OWN),
    "Importers/Servers/Keycloak/KeycloakFormat.swift": (1, OWN),
    "Importers/Apps/TOTPCLI/TOTPCLIFormat.swift": (1, OWN),
    "ImageDecode/ImageLibraries.swift": (1, "the library's own messages"),
    "ImageDecode/PDF/PDFPrograms.swift": (1, "of a number"),
    "ImageDecode/Library/PictureLibrary.swift": (1, "the library's own messages"),
    "Importers/Apps/Cotp/CotpFormat.swift": (1, SHORT),
    "Importers/Engine/JSON/EntryShape.swift": (1, ASCII),
    "Importers/Engine/HTML/HTMLTags.swift": (2, SHORT + ", and " + ASCII),
    "Importers/Engine/JSON/KnownNames+JSON.swift": (1, "limited where it is shown"),
    "Importers/Anything/ListFormat.swift": (1, "only whether it is UTF-8"),
    "Importers/Engine/Logins/CustomFields.swift": (1, "part of a text whose marks are limited"),
    "Importers/Tokens/PSKC/PSKCValue.swift": (1, ASCII),
    "Importers/Apps/Steam/SteamFormat.swift": (1, SHOWN),
    "Importers/Engine/XML/XMLElement.swift": (1, "only compared"),
    "Containers/YAML/YAMLEvents.swift": (3, "only compared, or turned into bytes again"),
    "Encodings/Text/TextPicture.swift": (1, "only compared, or turned into bytes again"),
    "Importers/Servers/HashiCorpVaultExport.swift": (1, "only compared, or turned into bytes again"),
    "ImageDecode/Registry/BesideImages+Files.swift": (1, "only compared, or turned into bytes again"),
    "Importers/Engine/Encryption/SaltedText.swift": (2, "only compared, or turned into bytes again"),
    "Importers/Servers/ServerTrees.swift": (1, "only compared, or turned into bytes again"),
    "Importers/Engine/Logins/ArchivedExport.swift": (1, "only compared with the ids of attachments"),
    "Importers/Servers/SQLDump.swift": (4, "only compared, or turned into bytes again"),
    "Importers/Servers/ServerFormat.swift": (1, "only compared, or turned into bytes again"),
    "Importers/Servers/ServerNotations.swift": (1, "only compared, or turned into bytes again"),
    "Importers/Anything/YAMLText.swift": (3, "only compared, or turned into bytes again"),
    "Containers/TOML/TOMLReader.swift": (2, "turned into bytes again, or the words of the library"),
    "Importers/PasswordManagers/PasswordStoreExport.swift": (1, OWN),
    "Importers/Engine/Writing/LinkScript.swift": (1, OWN),
    "Importers/Engine/Writing/String+Cutting.swift": (1, "a part of a String"),
    "ImportPipeline/FileKinds/FileKind+Sign.swift": (1, "only compared, or turned into bytes again"),
    "ImportPipeline/Inputs/InputList.swift": (1, "the name of a file, which may have any characters"),
    "ImportPipeline/Reading/ImageReadings.swift": (1, OWN),
    "Links/LinkList/ClothedLinks.swift": (1, SHORT),
    "Links/Checking/FingerprintKey.swift": (2, "folded, which limits them"),
    "Programs/HelperProgram.swift": (1, OWN),
    "QRDraw/QRPicture.swift": (1, "a version"),
    "QRScan/ZXing.swift": (1, "a version"),
    "SafeFile/FileError.swift": (1, "the system's own messages"),
    "SafeFile/FilePath.swift": (2, "the name of a file, which may have any characters"),
    "SafeFile/FolderListing.swift": (2, "the name of a file, of at most 255 bytes"),
    "SafeFile/OpenFile.swift": (1, "the system's own messages"),
    "SafeFile/StagedFile.swift": (1, "the system's own messages"),
    "TOTPDomain/Account/OTPSecret.swift": (1, "the bytes of a String"),
    "TOTPDomain/Account/Passphrase.swift": (1, OWN),
    "TOTPDomain/Columns/AccountPart.swift": (1, ASCII),
    "totp-import/Clipboard/ClipboardTool.swift": (1, "the name of a file, which may have any characters"),
    "totp-import/Output/VersionDetails.swift": (1, OWN),
    "totp-import/Parser/HelpExamples.swift": (1, OWN),
    "TOTPDomain/Codes/OneTimeCodes.swift": (1, ASCII),
    "Links/GoogleMigration/MigrationAccount.swift": (1, "limited where names are made of them"),
    "Links/KeyURI/HiddenSecrets.swift": (1, "parts of a text that is limited"),
    "Links/KeyURI/KeyURINames.swift": (2, "parts of a text that is limited"),
    "Links/KeyURI/KeyURIWriter.swift": (1, ASCII),
    "TOTPDomain/Merge/FoldedName.swift": (2, "folded, which limits them"),
    "Importers/Registry/AppWithoutExport.swift": (1, SHORT),
    "TOTPDomain/Ports/ExportFormat.swift": (1, OWN),
    "TOTPDomain/Ports/SourceContent.swift": (1, SHORT),
    "Vault/VaultKeyring.swift": (1, OWN),
    "Vault/VaultKeyring+Kernel.swift": (1, "the system's own messages"),
    "Vault/VaultTime.swift": (2, SHORT),
    "totp-import/ReportPage/ReportPage.swift": (2, OWN),
    "totp-import/Output/DocumentationPlace.swift": (1, OWN),
    "totp-import/Scan/ScanLine.swift": (2, SHOWN),
    "TOTPImport/Guide/GuideText.swift": (1, OWN),
    "TOTPImport/Guide/KnownApp.swift": (1, OWN),
    "TOTPImport/Passphrases/GeneratedPassphrase.swift": (2, OWN),
    "WebPage/Gate/Response.swift": (1, OWN),
    "TOTPImport/Writing/PhoneCode.swift": (1, ASCII),
    "WebPage/Resources/PageHandler.swift": (2, OWN),
    "WebPage/Server/Server.swift": (1, "the system's own messages"),
    "totp-import/Web/BrowserOpening.swift": (1, OWN),
    "totp-import/RootCommand.swift": (1, SHOWN),
    "totp-import/Terminal/Console.swift": (1, OWN),
    "totp-import/Screen/KeyDecoder.swift": (2, OWN),
    "totp-import/Questions/AccountQuestions.swift": (1, OWN),
    "totp-import/Watch/WatchedCodes.swift": (1, OWN),
}


def unlimited(path: pathlib.Path) -> list[int]:
    """The lines that make a String which is not limited."""
    lines = path.read_text().splitlines()
    return [number + 1 for number, line in enumerate(lines)
            if MADE.search(line) and not line.lstrip().startswith("//")
            and not any(LIMITED.search(part) for part in lines[number:number + LINES])]


def main() -> int:
    problems = 0
    files = {str(path.relative_to(SOURCES)): unlimited(path) for path in sorted(SOURCES.rglob("*.swift"))}
    for name in sorted(files.keys() | EXEMPT.keys()):
        found, expected = files.get(name, []), EXEMPT.get(name, (0, ""))[0]
        if len(found) != expected:
            problems += 1
            print(f"{name}: lines {found or 'none'} make Strings whose combining marks are not limited, {expected} "
                  "were expected; add limitingMarks, or say in Tests/limits/doors.py why it is not needed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
