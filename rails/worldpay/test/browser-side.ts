import type { IncomingMessage, ServerResponse } from "node:http";
import { type Card, isCard, type Payment } from "./records.ts";

/** The payment behind the pages. */
interface Behind {
  readonly origin: string;
  readonly payments: readonly Payment[];
  session(card: Card): string;
}

/** Answers what a browser asks of the simulated Worldpay and of the bank behind it. false: it was none of these. */
export async function browserAnswer(
  simulator: Behind,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  body: string,
): Promise<boolean> {
  const page = (type: string, text: string, headers: Record<string, string> = {}): true => {
    response.writeHead(200, { "content-type": type, ...headers }).end(text);
    return true;
  };
  switch (`${request.method} ${url.pathname}`) {
    case "GET /access-checkout/v2/checkout.js":
      return page("text/javascript", checkoutScript(simulator.origin));
    case "POST /browser/sessions": {
      const card = new URLSearchParams(body).get("pan") ?? "";
      const session = simulator.session(isCard(card) ? card : "approve");
      return page("text/plain", session, { "access-control-allow-origin": "*" });
    }
    case "POST /cardinal/Collect":
      return page(
        "text/html",
        `<script>parent.postMessage(JSON.stringify({ MessageType: "profile.completed", SessionId: "ddc-1", Status: true }), "*")</script>`,
      );
    case "POST /cardinal/StepUp": {
      const jwt = new URLSearchParams(body).get("JWT") ?? "";
      const payment = simulator.payments.find(({ linkData }) => jwt === `jwt.${linkData}`);
      if (!payment?.challengeReturnUrl) return false;
      return page(
        "text/html",
        `<form method="post" action="${payment.challengeReturnUrl}"><input type="hidden" name="TransactionId" value="1"><button>Yes, it is me</button></form>`,
      );
    }
    default:
      return false;
  }
}

/** Like the hosted fields: an input in each place, and a session for what is typed. */
function checkoutScript(origin: string): string {
  return `
window.Worldpay = { checkout: { init({ id, form, fields }, ready) {
  if (!id || !document.querySelector(form)) return ready(new Error("no form"));
  const inputs = Object.entries(fields).map(([name, { selector }]) => {
    const input = document.createElement("input");
    input.name = "simulated-" + name;
    document.querySelector(selector).append(input);
    return [name, input];
  });
  const pan = Object.fromEntries(inputs).pan;
  ready(null, {
    generateSessionState(callback) {
      if (pan.value === "") return callback("incomplete");
      fetch("${origin}/browser/sessions", { method: "POST", body: new URLSearchParams({ pan: pan.value }) })
        .then((answer) => answer.text()).then((href) => callback(null, href), callback);
    },
    remove() {},
  });
} } };
`;
}
