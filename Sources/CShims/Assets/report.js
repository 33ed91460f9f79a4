(() => {
const bar = document.getElementById('filter'), field = bar.querySelector('input');
const buttons = [...bar.querySelectorAll('button')], status = document.getElementById('shown');
const fold = text => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const cards = [...document.querySelectorAll('.source')].map(card => ({
    card, kind: card.dataset.kind, name: fold(card.querySelector('h3').textContent),
    rows: [...card.querySelectorAll('li[data-kind]')].map(row => ({
        row, kind: row.dataset.kind, text: fold(row.textContent) })) }));
let kind = '';
const apply = () => {
    const words = fold(field.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { card, kind: own, name, rows } of cards) {
        const named = words.every(word => name.includes(word));
        let any = (!kind || own == kind) && named;
        for (const { row, kind: rowKind, text } of rows) {
            const fits = (!kind || rowKind == kind) && words.every(word => text.includes(word) || name.includes(word));
            row.hidden = !fits;
            any = any || fits;
        }
        card.hidden = !any;
        shown += any;
    }
    status.textContent = shown == cards.length ? '' : `${shown} of ${cards.length} inputs`;
};
field.addEventListener('input', apply);
for (const button of buttons) button.addEventListener('click', () => {
    kind = button.dataset.kind;
    for (const other of buttons) other.setAttribute('aria-pressed', other == button);
    apply();
});
bar.hidden = false;
})();
