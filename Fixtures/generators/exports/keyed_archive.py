"""What `NSKeyedArchiver` makes of objects: a flat binary property list, in which they refer to each other by number."""

import plistlib
from dataclasses import dataclass, field
from typing import Any

NULL = plistlib.UID(0)


@dataclass(frozen=True)
class Data:
    """Bytes as an object of a class, and not as a plain value."""

    content: bytes


@dataclass(frozen=True)
class Text:
    """A text as an object of a class."""

    content: str


@dataclass(frozen=True)
class Date:
    """Seconds since 2001."""

    seconds: float


@dataclass(frozen=True)
class Object:
    """An object of one of the app's own classes. Numbers are plain members, everything else is a reference."""

    name: str
    members: dict[str, Any]


@dataclass
class Archiver:
    objects: list[Any] = field(default_factory=lambda: ["$null"])
    classes: dict[str, plistlib.UID] = field(default_factory=dict)

    def add(self, value: Any) -> plistlib.UID:
        """The reference to a value, which is added to the objects."""
        if value is None:
            return NULL
        if isinstance(value, plistlib.UID):
            return value
        self.objects.append(self.flattened(value))
        return plistlib.UID(len(self.objects) - 1)

    def flattened(self, value: Any) -> Any:
        match value:
            case Data(content):
                return {"$class": self.class_of("NSMutableData", "NSData"), "NS.data": content}
            case Text(content):
                return {"$class": self.class_of("NSMutableString", "NSString"), "NS.string": content}
            case Date(seconds):
                return {"$class": self.class_of("NSDate"), "NS.time": seconds}
            case Object(name, members):
                plain = (bool, int, float)
                content = {key: item if isinstance(item, plain) else self.add(item) for key, item in members.items()}
                return {"$class": self.class_of(name)} | content
            case list():
                return {"$class": self.class_of("NSMutableArray", "NSArray"), "NS.objects": [*map(self.add, value)]}
            case dict():
                keys, values = [*map(self.add, value)], [*map(self.add, value.values())]
                return {"$class": self.class_of("NSDictionary"), "NS.keys": keys, "NS.objects": values}
            case _:
                return value

    def class_of(self, *names: str) -> plistlib.UID:
        if names[0] not in self.classes:
            self.objects.append({"$classname": names[0], "$classes": [*names, "NSObject"]})
            self.classes[names[0]] = plistlib.UID(len(self.objects) - 1)
        return self.classes[names[0]]

    def archive(self, root: Any) -> bytes:
        document = {
            "$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": root}, "$objects": self.objects,
        }  # fmt: skip
        return plistlib.dumps(document, fmt=plistlib.FMT_BINARY, sort_keys=False)


def archived(root: Any) -> bytes:
    archiver = Archiver()
    return archiver.archive(archiver.add(root))


def unarchived(content: bytes) -> Any:
    """The root with everything below it."""
    document = plistlib.loads(content)

    def value(item: Any) -> Any:
        return plain(document["$objects"][item.data]) if isinstance(item, plistlib.UID) else item

    def plain(item: Any) -> Any:
        if item == "$null" or not isinstance(item, dict):
            return None if item == "$null" else item
        for name in ("NS.data", "NS.string", "NS.time"):
            if name in item:
                return item[name]
        if "NS.keys" in item:
            keys = map(value, item["NS.keys"])
            return dict(zip(keys, map(value, item["NS.objects"]), strict=True))
        if "NS.objects" in item:
            return [*map(value, item["NS.objects"])]
        return {key: value(member) for key, member in item.items() if key != "$class"}

    return value(document["$top"]["root"])
