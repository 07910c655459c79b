import type { Face } from "../face.ts";
import { html } from "../html.ts";
import { ownLink, ownPage } from "../own-page.ts";
import type { OrderView } from "./order-view.ts";
import { resultTitle } from "./order-parts.ts";
import { payment, payText } from "./payment.ts";
import { result } from "./result.ts";

const REFRESH_SEC = 3;
/** Minutes of the hold that are worth saying aloud. */
const SAID = [5, 1];

/** Renders one order: payment, waiting, or outcome. @param script file name below /assets */
export function orderPage(face: Face, view: OrderView, script: string): string {
  const { words } = face;
  const { standing } = view;
  const part = standing.status === "pending" && standing.way.kind === "part" ? standing.way : null;
  const isShown = part !== null && standing.status === "pending" && !standing.returned;
  const isOpen = standing.status === "pending" || standing.status === "preparing";
  const title = isOpen ? words.text("order.title") : resultTitle(face, view);
  return ownPage(face, {
    title,
    facts: factsOf(face, view),
    // A part cannot be refreshed away from under a buyer who has none: there it says that it needs a script.
    ...(isOpen &&
      !isShown && { refreshSec: REFRESH_SEC, refreshPath: ownLink(face, `/orders/${view.id}`, again(view)) }),
    scripts: [script, ...(isShown ? [part.script] : [])],
    styles: isShown && part.style !== null ? [part.style] : [],
    main: html`
      <main class="page narrow paying" data-order=${view.id} data-status=${standing.status}>
        ${isOpen ? payment(face, view) : result(face, view)}
      </main>
    `,
  });
}

/** Returns parameters of the page's address, so that the rail is queried without a script, too. */
function again({ standing }: OrderView) {
  const waiting = standing.status === "pending" && standing.returned;
  return { look: "again", returned: waiting ? "yes" : undefined };
}

function factsOf(face: Face, view: OrderView): object {
  const { words, site } = face;
  const { standing, id, mark, quantity } = view;
  const pending = standing.status === "pending" ? standing : null;
  const { way = null, returned = false } = pending ?? {};
  const isShown = way?.kind === "part" && !returned;
  return {
    id,
    status: standing.status,
    reason: standing.status === "failed" ? standing.error : null,
    quantity,
    hosted: view.hosted,
    mark,
    now: view.now.toISOString(),
    here: ownLink(face, `/orders/${id}`),
    back: `${site.prefix}/rails/${view.railKind}/${id}/return`,
    origin: new URL(site.baseUrl).origin,
    waiting: returned,
    goOn: way?.kind === "link" && !returned ? way.url : null,
    data: isShown ? way.data : null,
    payLabel: isShown ? payText(face, view) : null,
    soon: pending
      ? Object.fromEntries(SAID.map((minutes) => [minutes, words.text("order.holdLeft", { minutes })]))
      : {},
  };
}
