"""Google Authenticator exports: dense codes, and exports in several parts."""

from collections.abc import Sequence

from ..accounts import Account, someone
from ..canvas import Canvas
from ..catalogue import Catalogue
from ..payloads import Payload, export

PARTS_OF_THREE = -1_379_024_551
PARTS_MISSING = 1_906_117_203
PARTS_SPLIT = 77_310_642


def add(catalogue: Catalogue) -> None:
    dense(catalogue)
    parts(catalogue)


def varied(label: str, count: int, *, long_names: bool = False) -> list[Account]:
    """Accounts that use all that the export message can say."""
    kinds: Sequence[dict] = (
        {},
        {"algorithm": "SHA256", "digits": 8},
        {"issuer": ""},
        {"type": "hotp", "counter": 4_294_967_301},
        {"algorithm": "SHA512", "issuer": "Café 青い鳥"},
    )
    accounts = []
    for at in range(count):
        fields = dict(kinds[at % len(kinds)])
        if long_names:
            fields["name"] = f"department-of-very-long-account-names.employee-number-{at + 1:04}.{at}@mail.example.com"
        accounts.append(someone(f"{label}/{at + 1}", **fields))
    return accounts


def dense(catalogue: Catalogue) -> None:
    for name, options, long_names, pixels in (
        ("ten-accounts", {"error": "l"}, False, 5),
        ("version-31", {"error": "m", "version": 31}, False, 4),
        ("version-40", {"error": "m", "version": 40}, True, 4),
    ):
        path = f"dense/{name}.png"
        payload = export(varied(path, 10, long_names=long_names), batch_id=len(name) * 1_000_003, version=2)
        catalogue.picture(path, Canvas.of_code(payload, pixels, **options))


def part(label: str, index: int, size: int, batch_id: int, entries: int = 4) -> Payload:
    return export(varied(f"{label}/{index}", entries), size=size, index=index, batch_id=batch_id)


def parts(catalogue: Catalogue) -> None:
    for name, size, batch_id, present in (
        ("complete", 3, PARTS_OF_THREE, (0, 1, 2)),
        ("second-missing", 3, PARTS_MISSING, (0, 2)),
        ("batch-zero-first", 2, 0, (0, 1)),
        ("batch-zero-second", 2, 0, (0, 1)),
        ("split", 2, PARTS_SPLIT, (0,)),
    ):
        for index in present:
            payload = part(f"google-parts/{name}", index, size, batch_id)
            catalogue.picture(f"google-parts/{name}-{index + 1}.png", Canvas.of_code(payload, 5))
    repeated = Canvas.of_code(part("google-parts/complete", 1, 3, PARTS_OF_THREE), 8, error="l")
    catalogue.picture("google-parts/complete-2-again.png", repeated, repeats=True)


def split_part() -> Payload:
    """The second half of the split export, which the text group holds."""
    return part("google-parts/split", 1, 2, PARTS_SPLIT)
