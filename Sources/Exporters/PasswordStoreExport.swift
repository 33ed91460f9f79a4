import Encodings
import Links
import TOTPDomain

/// A folder for pass, gopass and passage: one link per file, and a script that inserts them (`Docs/formats/pass.md`).
package struct PasswordStoreExport: ExportFormat {
    private static let script = "insert.sh"

    package var writesFilePerAccount: Bool { true }

    /// The script has no account.
    package func readableParts(of bytes: [UInt8]) -> [[UInt8]] { bytes.starts(with: "#!".utf8) ? [] : [bytes] }

    package let description = ExportDescription(
        id: "pass", group: .passwordManager,
        app: "pass, gopass, passage",
        file: "one file per account, and a script", fileExtension: "txt",
        protection: .none,
        layout: .folder,
        capabilities: ExportCapabilities(
            kinds: [.totp: .init(digits: 6...8)],
            cautions: [
                .init(
                    "The script is for pass, with pass-otp. For the others, add gopass or passage to its command. "
                        + "An entry that is in the store already stays as it is, and is named.")
            ]),
        importSteps: .command("sh ", thenFile: "/\(Self.script)")
    )

    package func write(_ request: ExportRequest) -> Export {
        // Left out below, with the reason.
        var described = description
        described.capabilities.kinds[.hotp] = .all
        var selection = ExportSelection(request, for: described, named: "pass-otp")
        selection.leaveOut(
            .kindNotSupported, "pass-otp damages the entry of a counter-based account when it shows the first code"
        ) { $0.parameters.kind == .hotp }
        let links = selection.links(writing: { KeyURI.write(Self.named($0.account)) })
        var names = FileNames()
        let files = zip(selection.accounts, links).map { storable, link in
            Export.File(name: names.path(for: storable.account, ending: ".txt"), bytes: Array("\(link)\n".utf8))
        }
        let script = Export.File(name: Self.script, bytes: Array(Self.text.utf8))
        return selection.export(files.isEmpty ? [] : [script] + files, keepsNames: true)
    }

    /// pass-otp refuses a link without a name.
    private static func named(_ account: Account) -> Account {
        var named = account
        if named.name.isEmpty { named.name = named.issuer.isEmpty ? "account" : named.issuer }
        return named
    }

    /// Each tool reads the link from standard input: an argument would be in the list of processes. From there, pass
    /// and passage overwrite without asking, so the script checks first.
    private static let text = """
        #!/bin/sh
        # Inserts the accounts of this folder into a password store. Delete the folder afterwards: it has their secrets.
        #
        #     sh insert.sh [pass|gopass|passage] [FOLDER]
        #
        # FOLDER is a folder of the store, for the new entries.
        tool=${1:-pass}
        folder=${2:+${2%/}/}
        stop() {
            echo "$1" >&2
            exit 2
        }
        case $0 in
            */*) here=${0%/*} ;;
            *) here=. ;;
        esac
        case $tool in
            pass) store=${PASSWORD_STORE_DIR:-$HOME/.password-store} ending=gpg ;;
            passage) store=${PASSAGE_DIR:-$HOME/.passage/store} ending=age ;;
            gopass) ;;
            *) stop "usage: sh insert.sh [pass|gopass|passage] [FOLDER]" ;;
        esac
        command -v "$tool" > /dev/null || stop "$tool is missing; install it"
        entries=
        if [ "$tool" = gopass ]; then
            entries=$(gopass ls --flat) || stop "the entries of gopass cannot be listed; try again"
        elif [ ! -d "$store" ]; then
            stop "$store is missing; create the store first"
        fi
        is_there() {
            if [ "$tool" = gopass ]; then
                printf '%s\\n' "$entries" | grep -Fixq -e "$1"
            else
                [ -e "$store/$1.$ending" ]
            fi
        }
        insert() {
            if [ "$tool" = gopass ]; then
                gopass insert "$1"
            else
                "$tool" insert --multiline "$1"
            fi
        }
        files=$(cd -- "$here" && find . -type f -name '*.txt' | LC_ALL=C sort)
        [ -n "$files" ] || stop "there are no accounts in $here"
        count=0
        failed=0
        while IFS= read -r file; do
            file=${file#./}
            name=$folder${file%.txt}
            count=$((count + 1))
            if is_there "$name"; then
                echo "not inserted, since it is there already: $name" >&2
            elif ! insert "$name" < "$here/$file" > /dev/null; then
                echo "not inserted: $name" >&2
            else
                continue
            fi
            failed=$((failed + 1))
        done << END
        $files
        END
        if [ "$failed" -gt 0 ]; then
            echo "$failed of $count accounts were not inserted; name another folder of the store, or add the links by hand" >&2
            exit 1
        fi
        echo "all $count accounts are in the store; compare some codes, then delete $here"

        """
}
