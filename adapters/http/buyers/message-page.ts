import escapeHtml from "escape-html";

/** A page that tells a buyer one thing. */
interface Message {
  readonly tone: "good" | "bad" | "neutral";
  readonly mark: string;
  readonly title: string;
  readonly text: string;
  /** Smaller lines below. */
  readonly notes?: readonly string[];
  /** It loads itself again after so many seconds. */
  readonly refreshSec?: number;
}

export function messagePage({ tone, mark, title, text, notes = [], refreshSec }: Message): string {
  const refresh = refreshSec === undefined ? "" : `<meta http-equiv="refresh" content="${refreshSec}">`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh}
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --mark: #6b7280; }
  .good { --mark: #15803d; }
  .bad { --mark: #b42318; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
  main { box-sizing: border-box; max-width: 26rem; padding: 2rem; text-align: center; text-wrap: balance; }
  .mark { display: grid; place-items: center; width: 3.5rem; height: 3.5rem; margin: 0 auto 1rem; border-radius: 50%; background: var(--mark); color: #fff; font-size: 1.75rem; }
  h1 { margin: 0 0 .5rem; font-size: 1.6rem; line-height: 1.25; }
  p { margin: 0 0 1rem; overflow-wrap: anywhere; }
  .quiet { opacity: .75; }
</style>
</head>
<body>
<main role="status" class="${tone}">
<div class="mark" aria-hidden="true">${escapeHtml(mark)}</div>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${notes.map((note) => `<p class="quiet">${escapeHtml(note)}</p>`).join("\n")}
</main>
</body>
</html>
`;
}
