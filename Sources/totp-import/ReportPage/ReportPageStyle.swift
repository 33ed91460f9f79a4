/// The style of the report page: light and dark, narrow and wide, on paper.
enum ReportPageStyle {
    static let text = """

        :root { --text: #1a1a1a; --quiet: #595959; --line: #d0d0d0; --paper: #fff; --card: #f7f7f8; --link: #0b57d0;
        --green: #12692f; --green-paper: #e3f4e7; --amber: #7a4a00; --amber-paper: #fff0d1;
        --red: #a61b1b; --red-paper: #fde7e6; --gray: #505050; --gray-paper: #ececee; }
        * { box-sizing: border-box; }
        html { background: var(--paper); color: var(--text); font: 15px/1.45 system-ui, sans-serif; }
        body { max-width: 1080px; margin: 0 auto; padding: 20px 16px 60px; }
        h1 { font-size: 26px; line-height: 1.2; margin: 0 0 4px; }
        h2 { font-size: 19px; line-height: 1.25; margin: 28px 0 10px; }
        h3 { font-size: 15px; line-height: 1.4; margin: 0; }
        p { margin: 0; }
        ul { list-style: none; margin: 0; padding: 0; }
        a { color: var(--link); }
        h3, p, li, figcaption { overflow-wrap: anywhere; }
        header p { color: var(--quiet); }
        .totals { display: flex; flex-wrap: wrap; gap: 10px; margin: 16px 0 12px; }
        .totals li { flex: 1 1 110px; border-radius: 10px; padding: 10px 14px; }
        .totals strong { display: block; font-size: 28px; line-height: 1.15; font-variant-numeric: tabular-nums; }
        .totals .none { background: var(--card); color: var(--quiet); }
        .green { background: var(--green-paper); color: var(--green); }
        .amber { background: var(--amber-paper); color: var(--amber); }
        .red { background: var(--red-paper); color: var(--red); }
        .gray { background: var(--gray-paper); color: var(--gray); }
        .good { background: var(--green-paper); color: var(--green); border-radius: 10px; padding: 12px 14px; }
        ol { margin: 0; padding-left: 24px; }
        .decisions li { margin-bottom: 8px; }
        .decisions li::marker { font-weight: 600; }
        .problems li { border-left: 5px solid; border-radius: 4px; padding: 8px 12px; margin-bottom: 8px; }
        .problems li { color: var(--text); }
        .problems .red { border-color: var(--red); }
        .problems .amber { border-color: var(--amber); }
        .problems a { color: inherit; }
        .todo::before { content: "→ "; }
        .todo { font-weight: 600; }
        #filter { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-bottom: 12px; }
        #filter[hidden], [hidden] { display: none; }
        input { flex: 1 1 200px; font: inherit; padding: 7px 10px; border: 1px solid var(--gray); border-radius: 8px; }
        input, button { background: var(--paper); color: var(--text); }
        button { font: inherit; padding: 7px 12px; border: 1px solid var(--gray); border-radius: 8px; }
        button[aria-pressed=true] { background: var(--text); color: var(--paper); }
        #shown { color: var(--quiet); flex-basis: 100%; }
        .source { border: 1px solid var(--line); border-radius: 10px; padding: 12px 14px; margin-bottom: 12px; }
        .source { background: var(--card); content-visibility: auto; contain-intrinsic-size: auto 220px; }
        .meta { color: var(--quiet); font-size: 13px; }
        .badge { display: inline-block; border-radius: 20px; padding: 1px 9px; font-size: 12.5px; font-weight: 600; }
        .parts { display: flex; flex-wrap: wrap; gap: 8px 18px; }
        figure { margin: 8px 0 0; flex: none; }
        figcaption { color: var(--quiet); font-size: 13px; max-width: 220px; }
        .picture { position: relative; width: fit-content; border: 2px solid var(--line); background: #fff; }
        .picture.unread { border: 3px dashed var(--red); }
        .picture img { display: block; }
        .picture svg { position: absolute; inset: 0; }
        polygon { stroke-width: 3; vector-effect: non-scaling-stroke; fill-opacity: .75; }
        polygon.green { stroke: #12692f; fill: #e3f4e7; }
        polygon.amber { stroke: #b86e00; fill: #fff0d1; stroke-dasharray: 9 3; }
        polygon.red { stroke: #c41d1d; fill: #fde7e6; stroke-dasharray: 4 3; }
        polygon.gray { stroke: #505050; fill: #ececee; stroke-dasharray: 1 3; }
        text { fill: #111; color: #111; font-weight: 700; text-anchor: middle; }
        .entries { flex: 1 1 260px; min-width: 0; margin-top: 8px; }
        .entries li { padding: 4px 0; border-top: 1px solid var(--line); }
        .entries li:first-child { border-top: 0; }
        .entries li.gray { background: none; }
        .note { color: var(--quiet); }
        [data-kind=red] .note { color: var(--red); }
        .place { color: var(--quiet); font-size: 13px; }
        .reason { display: block; color: var(--quiet); }
        .invisible { background: #5b2a86; color: #fff; border-radius: 3px; padding: 0 3px; font-size: 11px; }
        @media screen and (prefers-color-scheme: dark) {
        :root { --text: #ececec; --quiet: #b0b0b0; --line: #444; --paper: #161618; --card: #1f1f22; --link: #9cc2ff;
        --green: #8fe0a6; --green-paper: #12331d; --amber: #ffce7a; --amber-paper: #3b2a08;
        --red: #ffb3ad; --red-paper: #45191a; --gray: #c0c0c4; --gray-paper: #313136; }
        }
        @media (max-width: 480px) {
        body { padding: 14px 10px 40px; }
        .totals li { flex-basis: 40%; }
        .source { padding: 10px; }
        }
        @media print {
        html { font-size: 12px; }
        body { max-width: none; padding: 0; }
        #filter { display: none !important; }
        [hidden] { display: revert; }
        main { columns: 2; column-gap: 12px; }
        h2, .decisions, .problems { column-span: all; }
        .source { content-visibility: visible; break-inside: avoid; background: none; margin-bottom: 8px; }
        .parts { flex-wrap: nowrap; }
        .parts > * { min-width: 0; }
        .picture { zoom: .45; }
        .decisions li, .problems li, figure { break-inside: avoid; }
        * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
        }
        @page { margin: 12mm; @bottom-right { content: counter(page) " / " counter(pages); font: 11px sans-serif; } }

        """
}

/// Search and filter. The page is complete without it.
enum ReportPageScript {
    static let text = #"""

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

        """#
}
