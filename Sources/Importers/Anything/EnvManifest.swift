import Encodings
import FormatEngine
import TOTPDomain

/// Secrets of Kubernetes, in YAML or JSON: `data` has values in base64, `stringData` has them as they are.
struct EnvManifest: Sendable {
    let list: EnvList
    /// The number of values, by the names in the text.
    private(set) var count = 0
    /// Members that a secret does not have, and secrets in other objects.
    private(set) var unread = UnreadNames()

    private static let members = KnownNames(
        """
        apiVersion kind metadata type immutable name namespace creationTimestamp resourceVersion uid selfLink generation \
        generateName finalizers deletionTimestamp deletionGracePeriodSeconds
        """, searched: "data stringData annotations labels managedFields ownerReferences")

    private static let secret = "Secret"

    /// nil for any other text.
    init?(_ content: SourceContent) {
        guard content.kind == .text, content.text.count <= Limit.settings,
            ["apiVersion", Self.secret, "ata"].allSatisfy({ content.text.span.firstIndex(of: Array($0.utf8)) != nil }),
            let json = try? RecordText.json(of: content), let root = try? JSONValue(text: json)
        else { return nil }
        let objects = Self.objects(in: root), secrets = objects.filter(Self.isSecret)
        guard secrets.contains(where: { $0.has("apiVersion") && Self.kind(of: $0) == Self.secret }) else { return nil }
        for other in objects where !Self.isSecret(other) {
            unread.add(.values(besideRecordsIn: other, isOfAccounts: false))
        }
        var settings: [EnvText.Setting] = []
        for secret in secrets {
            unread.add(Self.members.unread(in: Array(secret.source), isRecord: true))
            let metadata = try? secret["metadata"]
            // One secret needs no title.
            let title = secrets.count > 1 ? ((try? metadata?["name"]) ?? nil).name : ""
            for list in ["stringData", "data"] {
                guard let values = (try? secret[list]) ?? nil else { continue }
                count += JSONRecordCount.members(in: values.scanner)
                for member in values.members {
                    let text = member.value.name
                    let value = list == "data" ? Base64.decode(text).map { TextDecoding.lenientString($0) } : text
                    settings.append(
                        EnvText.Setting(
                            line: settings.count + 1, section: title, name: member.name,
                            // Other text than base64 is not a secret, whatever it looks like.
                            value: value ?? "?", isElsewhere: false))
                }
            }
        }
        guard !settings.isEmpty, settings.count <= Limit.csvColumns else { return nil }
        list = EnvList(settings, isManifest: true)
    }

    static func hasSecrets(_ content: SourceContent) -> Bool { EnvManifest(content)?.list.isEmpty == false }

    /// The outermost object, the objects of several documents, and the objects in a list as `kubectl` writes it.
    private static func objects(in value: JSONValue) -> [JSONValue] {
        if value.kind == .array { return value.elements.flatMap { $0.kind == .object ? objects(in: $0) : [] } }
        guard ["List", "SecretList"].contains(kind(of: value)) else { return [value] }
        return ((try? value["items"]) ?? nil).map(objects) ?? []
    }

    private static func kind(of object: JSONValue) -> String { ((try? object["kind"]) ?? nil).name }

    /// Whether an object is a secret: its kind says so, or it has no kind and the members of a secret.
    private static func isSecret(_ object: JSONValue) -> Bool {
        kind(of: object) == secret || !object.has("kind") && (object.has("data") || object.has("stringData"))
    }
}
