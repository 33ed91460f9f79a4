"""The groups of pictures, in the order in which they are made."""

from . import (
    damage,
    demo,
    exports,
    formats,
    kinds,
    labels,
    no_accounts,
    pages,
    rejections,
    screenshots,
    styles,
    texts,
    transparency,
)

GROUPS = (
    styles.add,
    transparency.add,
    pages.add,
    exports.add,
    formats.add,
    kinds.add,
    screenshots.add,
    labels.add,
    rejections.add,
    no_accounts.add,
    damage.add,
    texts.add,
    demo.add,
)
