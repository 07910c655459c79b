import { blockChecks } from "../../../src/lot-draws/lot-draw-check.ts";
import type { DrawEntry, LotDrawDocument } from "../../../src/lot-draws/lot-draw-document.ts";
import { UnreadableRecord } from "./draw-record.ts";
import { element, type Say, speaker } from "./elements.ts";
import type { VerifyFacts } from "./facts.ts";
import { type Check, named, proven, type Verified, verify } from "./verification.ts";
import { findWallets, type Wallet } from "../wallets.ts";
import { blockOf } from "./wallet-block.ts";

const numbers = new Intl.NumberFormat(document.documentElement.lang);

/** The result of a verification, for the head of the page. */
interface Outcome {
  readonly passed: boolean;
  readonly text: string;
}

/** The list is longer than the one that a page reads unasked. */
class TooLong extends Error {}

/** Shows in a results page, at each call, whether the draw matches its publication. */
export class Verifier {
  readonly #facts: VerifyFacts;
  readonly #say: Say;
  readonly #status: HTMLElement;
  readonly #progress: HTMLProgressElement;
  readonly #list = element("ol", { class: "checks", role: "list" });
  readonly #more = element("div", { class: "more" });
  #running: Promise<Outcome | null> | null = null;
  #isAsked = false;

  constructor(place: Element, facts: VerifyFacts) {
    this.#facts = facts;
    this.#say = speaker(facts.words);
    this.#status = element("p", { role: "status", class: "verdict" });
    this.#progress = element("progress", { "aria-label": this.#say("progress") });
    this.#progress.hidden = true;
    place.replaceChildren(this.#status, this.#progress, this.#list, this.#more);
  }

  /**
   * @param isAsked false: the reader has not requested it, so that a list longer than the page allows is not read to its end
   * @returns null: the list was too long
   */
  run(isAsked: boolean): Promise<Outcome | null> {
    // A reader who requests it meanwhile waits for the whole list.
    this.#isAsked = isAsked || (this.#isAsked && this.#running !== null);
    this.#running ??= this.#verify().finally(() => (this.#running = null));
    return this.#running;
  }

  async #verify(): Promise<Outcome | null> {
    this.#list.replaceChildren();
    this.#more.replaceChildren();
    this.#tell("loading", "busy");
    this.#progress.removeAttribute("value");
    this.#progress.hidden = false;
    try {
      return this.#show(await verify(this.#facts, this.#read));
    } catch (error) {
      if (error instanceof TooLong) return null;
      return this.#fail(error);
    } finally {
      this.#progress.hidden = true;
    }
  }

  readonly #read = (count: number, of: number) => {
    if (!this.#isAsked && count > this.#facts.longest) throw new TooLong();
    this.#progress.max = Math.max(of, count, 1);
    this.#progress.value = count;
  };

  #tell(key: string, kind: string, values?: Readonly<Record<string, string>>): string {
    this.#status.className = `verdict ${kind}`;
    this.#status.textContent = this.#say(key, values);
    return this.#status.textContent;
  }

  #fail(error: unknown): Outcome {
    if (!(error instanceof UnreadableRecord)) {
      const text = this.#tell("unread", "failed");
      return { passed: false, text };
    }
    const check = { name: "document", passed: false, inDocument: null, found: error.message };
    this.#list.append(this.#item(check));
    return {
      passed: false,
      text: this.#tell("someFailed", "failed", { names: this.#say("check.document") }),
    };
  }

  #show({ checks, document }: Verified): Outcome {
    const { shown } = this.#facts;
    this.#list.append(...checks.map((check) => this.#item(check)));
    if (shown?.kind === "number") this.#more.append(this.#sourceOfNumber());
    if (document?.winner && document.commitment) this.#more.append(this.#blockPart(document));
    if (document?.commitment) this.#more.append(this.#ownPart(document));
    const failed = checks.filter(({ passed }) => !passed).map(({ name }) => this.#nameOf(name));
    if (failed.length > 0)
      return { passed: false, text: this.#tell("someFailed", "failed", { names: failed.join(", ") }) };
    const ticket = (shown ?? document?.winner)?.ticketNumber;
    if (ticket === undefined) this.#tell("allCommitted", "passed");
    else this.#tell("allPassed", "passed", { ticket: numbers.format(ticket) });
    return { passed: true, text: this.#say("badge") };
  }

  #nameOf(name: string): string {
    return this.#say(
      name === "index" && this.#facts.shown?.kind === "number" ? "check.seed" : `check.${name}`,
    );
  }

  #item({ name, passed, inDocument, found }: Check, foundBy = "found"): HTMLLIElement {
    const value = (key: string, text: string | null) =>
      element(
        "div",
        {},
        element("dt", {}, this.#say(key)),
        element("dd", {}, element("code", {}, text ?? "–")),
      );
    const values =
      inDocument === found
        ? inDocument !== null && element("code", {}, inDocument)
        : element("dl", {}, value("said", inDocument), value(foundBy, found));
    return element(
      "li",
      { class: passed ? "passed" : "failed", "data-check": name },
      element("strong", {}, this.#nameOf(name)),
      " ",
      element("span", { class: "match" }, this.#say(passed ? "passed" : "failed")),
      values || null,
    );
  }

  #sourceOfNumber(): HTMLElement {
    const { transaction } = this.#facts.explorer;
    return element(
      "section",
      {},
      element("p", {}, this.#say("number")),
      transaction && link(transaction, this.#say("transaction")),
    );
  }

  /** Renders the comparison of the block: a record cannot show that it is the chain's. */
  #blockPart(document: LotDrawDocument): HTMLElement {
    const values = { block: document.commitment!.blockNumber, chain: document.chainId };
    const outcome = element("ol", { class: "checks", role: "list" });
    const told = element("p", { role: "status" });
    const buttons = element("p", { class: "buttons" });
    const found = (wallet: Wallet) => {
      if (buttons.childElementCount === 0) told.textContent = "";
      const button = element(
        "button",
        { type: "button", class: "button plain" },
        this.#say("block.wallet", { wallet: wallet.name }),
      );
      button.addEventListener("click", () => void this.#compare(wallet, document, { outcome, told }));
      buttons.append(button);
    };
    findWallets({ old: this.#say("block.browser") }, found, (any) => {
      if (!any) told.textContent = this.#say("block.none");
    });
    const { block } = this.#facts.explorer;
    return element(
      "section",
      {},
      element("h3", {}, this.#say("block.title")),
      element("p", {}, this.#say("block.text", values)),
      buttons,
      block && element("p", {}, link(block, this.#say("block.explorer", values))),
      told,
      outcome,
    );
  }

  async #compare(
    wallet: Wallet,
    document: LotDrawDocument,
    { outcome, told }: { readonly outcome: HTMLElement; readonly told: HTMLElement },
  ): Promise<void> {
    const names = { wallet: wallet.name, chain: document.chainId };
    outcome.replaceChildren();
    try {
      const seen = await blockOf(wallet, document.commitment!.blockNumber);
      const checks = blockChecks(document, seen).map(named);
      const isOther = seen.chainId !== document.chainId;
      // The same number on another chain says nothing about this one.
      const worth = isOther ? checks.slice(0, 1) : checks;
      outcome.append(...worth.map((check) => this.#item(check, "seen")));
      const isSame = worth.every(({ passed }) => passed);
      told.textContent = isOther
        ? this.#say("block.chain", { ...names, found: seen.chainId })
        : this.#say(isSame ? "block.same" : "block.differs", names);
    } catch {
      told.textContent = this.#say("block.refused", names);
    }
  }

  /** Finds the reader's tickets by the order's number, or by a proof. */
  #ownPart(document: LotDrawDocument): HTMLElement {
    const field = element("input", {
      id: "own",
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      "aria-describedby": "own-hint",
    });
    const told = element("p", { role: "status", class: "verdict" });
    const form = element(
      "form",
      { class: "own" },
      element("label", { for: "own" }, this.#say("own.label")),
      field,
      element("p", { id: "own-hint", class: "quiet" }, this.#say("own.hint")),
      element("button", { class: "button plain" }, this.#say("own.find")),
      told,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      // A mail that is read from right to left hands marks of direction along.
      const typed = field.value.replaceAll(/\p{Cf}/gu, "").trim();
      if (typed !== "") void this.#find(typed, document, told);
    });
    return element("section", {}, element("h3", {}, this.#say("own.title")), form);
  }

  async #find(text: string, document: LotDrawDocument, told: HTMLElement): Promise<void> {
    told.className = "verdict busy";
    told.textContent = this.#say("loading");
    const [key, tickets] = await this.#looked(text, document).catch(() => ["unread", ""] as const);
    told.className = `verdict ${key === "own.found" ? "passed" : "failed"}`;
    told.textContent = this.#say(key, { tickets });
  }

  async #looked(text: string, document: LotDrawDocument): Promise<readonly [key: string, tickets: string]> {
    if (text.startsWith("{")) {
      const proof = proven(text, document);
      return proof?.holds ? ["own.found", rangesText([proof.entry])] : ["own.wrong", ""];
    }
    const { checks, own } = await verify(this.#facts, () => {}, text);
    // A list that does not lead to the root proves nothing.
    if (checks.some(({ name, passed }) => name === "root" && !passed)) return ["own.unproven", ""];
    return own.length === 0 ? ["own.none", ""] : ["own.found", rangesText(own)];
  }
}

function rangesText(entries: readonly DrawEntry[]): string {
  const range = ({ first, last }: DrawEntry) =>
    first === last ? numbers.format(first) : `${numbers.format(first)}–${numbers.format(last)}`;
  return new Intl.ListFormat(document.documentElement.lang).format(entries.map(range));
}

function link(href: string, text: string): HTMLAnchorElement {
  return element("a", { href, target: "_blank", rel: "noopener noreferrer" }, text);
}
