/// The style of pages with QR codes: in columns, no account divided between pages, black QR codes on white.
enum HTMLPageStyle {
    static let text = """

        :root { --text: #111; --quiet: #555; --line: #bbb; --paper: #fff; --warning: #fff4d6; --accent: #8a5a00; }
        * { box-sizing: border-box; }
        html { background: var(--paper); color: var(--text); font: 14px/1.4 system-ui, sans-serif; }
        body { max-width: 980px; margin: 0 auto; padding: 16px; }
        h1 { font-size: 24px; line-height: 1.2; margin: 0; }
        h2 { font-size: 16px; line-height: 1.25; margin: 0; }
        p { margin: 0; }
        h2, p { overflow-wrap: anywhere; }
        header { margin-bottom: 16px; }
        header p { margin-top: 6px; }
        .warning { background: var(--warning); border-left: 4px solid var(--accent); padding: 8px 12px; }
        main { display: grid; gap: 12px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 330px), 1fr)); }
        .account { border: 1px solid var(--line); border-radius: 6px; padding: 8px; display: flex; gap: 10px; }
        .account { break-inside: avoid; align-items: flex-start; }
        .account div { flex: 1; min-width: 0; padding: 4px 4px 4px 0; }
        .wide { grid-column: 1 / -1; flex-wrap: wrap; }
        .wide div { min-width: min(100%, 240px); padding-left: 4px; }
        .wide h2 { font-size: 12px; }
        a { flex: none; max-width: 100%; }
        img { display: block; max-width: 100%; height: auto; background: #fff; image-rendering: pixelated; }
        .label { color: var(--quiet); font-size: 12px; margin-top: 8px; }
        .parameters { margin-top: 6px; }
        code { font: 14px/1.5 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
        @media screen and (prefers-color-scheme: dark) {
        :root { --text: #eee; --quiet: #aaa; --line: #555; --paper: #181818; --warning: #3a2e12; --accent: #e0a83a; }
        }
        @media print {
        html { font-size: 13px; }
        body { max-width: none; padding: 0; }
        main { gap: 10px; }
        .warning { border: 1px solid var(--line); border-left: 4px solid var(--accent); }
        * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
        }
        @page { margin: 12mm; @bottom-right { content: counter(page) " / " counter(pages); font: 11px sans-serif; } }

        """
}
