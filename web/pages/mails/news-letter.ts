import type { KeyStep, News } from "../../../src/mails/news.ts";
import { printable, type Saying } from "./paragraph.ts";

const STEPS: Readonly<Record<KeyStep, string>> = {
  created: "was issued, and its secret was shown",
  handed_over: "was handed over, and waits to be claimed",
  claimed: "was claimed, and its secret was shown",
  rolled: "was rolled, and its new secret was shown",
};
const REASONS: Readonly<Record<string, string>> = {
  failed_for_5_days: "Every attempt failed for more than five days.",
};

/** Returns subject and paragraphs of a mail about events in an organisation. */
export function sayingOfNews(news: News & { readonly url: string }): Saying {
  const organisation = printable(news.organisation.name);
  const { url, more } = news;
  const others = more === 0 ? [] : [`And ${more} more.`];
  switch (news.kind) {
    case "keys":
      return sayingOfKeys(news, organisation, others);
    case "endpoints_disabled": {
      const count = news.endpoints.length + more;
      return {
        subject: `${several(count, "webhook endpoint")} of ${organisation} ${count === 1 ? "is" : "are"} disabled`,
        paragraphs: [
          ...news.endpoints.map(
            ({ place, reason }) => `${place} no longer receives events. ${because(reason)}`,
          ),
          ...others,
          { text: `Enable it, then replay what it missed: ${url}`, url },
        ],
      };
    }
    case "endpoints_failing": {
      const hours = Math.max(...news.endpoints.map((endpoint) => endpoint.hours));
      return {
        subject: `Webhooks of ${organisation} have failed for ${several(hours, "hour")}`,
        paragraphs: [
          ...news.endpoints.map(
            ({ place, since }) => `Every attempt to reach ${place} has failed since ${minute(since)}.`,
          ),
          ...others,
          "Failed deliveries are retried. After five days the service disables the endpoint.",
          { text: `View the requests and the responses: ${url}`, url },
        ],
      };
    }
    case "refunds_failed": {
      const count = news.refunds.length + more;
      return {
        subject: `${several(count, "refund")} of ${organisation} failed`,
        paragraphs: [
          "The money is still owed to the buyers:",
          ...news.refunds.map(({ orderId, amount }) =>
            orderId === null ? `${amount} of a payment without an order` : `${amount} of order ${orderId}`,
          ),
          ...others,
          { text: `Try again, or record how it was refunded: ${url}`, url },
        ],
      };
    }
    case "disputes_opened":
    case "disputes_due": {
      const count = news.disputes.length + more;
      return {
        subject:
          news.kind === "disputes_due"
            ? `${several(count, "dispute")} of ${organisation} must be answered within three days`
            : `${several(count, "payment")} of ${organisation} ${count === 1 ? "is" : "are"} disputed`,
        paragraphs: [
          ...news.disputes.map(
            ({ orderId, amount, provider, answerBy }) =>
              `${amount} of order ${orderId}, paid via ${provider}: ${answerBy === null ? "open" : `answer by ${minute(answerBy)}`}.`,
          ),
          ...others,
          "Disputes are answered at the provider. One without an answer in time is usually lost.",
          { text: `View the disputes: ${url}`, url },
        ],
      };
    }
  }
}

function sayingOfKeys(
  news: News & { readonly kind: "keys"; readonly url: string },
  organisation: string,
  others: readonly string[],
): Saying {
  const [first] = news.keys;
  const isOne = news.keys.length === 1 && first !== undefined;
  const named = isOne ? `The API key “${printable(first.name)}”` : "API keys";
  return {
    subject: isOne
      ? `${named} of ${organisation} ${STEPS[first.step]}`
      : `${named} of ${organisation} have changed`,
    paragraphs: [
      ...news.keys.map(({ name, step, by }) => `“${printable(name)}” ${STEPS[step]}. By: ${printable(by)}.`),
      ...others,
      { text: `View the keys, claim one, or revoke any that should not exist: ${news.url}`, url: news.url },
    ],
  };
}

/** Formats a time of JSON. */
function minute(time: string): string {
  return `${time.slice(0, 16).replace("T", " ")} UTC`;
}

function several(count: number, thing: string): string {
  return count === 1 ? `1 ${thing}` : `${count} ${thing}s`;
}

function because(reason: string | null): string {
  if (reason === null) return "It was switched off by hand.";
  return REASONS[reason] ?? printable(reason);
}
