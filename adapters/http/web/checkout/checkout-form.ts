import { MAX_QUANTITY } from "../../../../src/checkout/decision.ts";
import { PAYMENT_TOKENS, type PaymentToken } from "../../../../src/organisations/organisation.ts";
import type { LotId, QuestionId } from "../../../../src/shared/ids.ts";
import { InvalidRequest } from "../../../../src/shared/problem.ts";
import type { Shopkeeper } from "../../../../src/shop/shop-lot.ts";
import type { Fields } from "../own/forms.ts";

const WHOLE = /^\d{1,15}$/;
/** 128 random bits as base64url. */
const FORM = /^[\w-]{22}$/;
/** Longest text of a field that is kept. */
const KEPT_MOST = 100;
/** Fields that a purchase keeps while its buyer signs in. */
const KEPT = ["form", "quantity", "pay", "refund", "question", "answer", "age"] as const;

export function isForm(form: string | undefined): form is string {
  return form !== undefined && FORM.test(form);
}

export function quantityIn(typed: string | undefined): number | null {
  const text = typed?.trim() ?? "";
  if (!WHOLE.test(text)) return null;
  const quantity = Number(text);
  return quantity >= 1 && quantity <= MAX_QUANTITY ? quantity : null;
}

/** null: it is paid in the charge currency. Raises invalid_request. */
export function tokenIn(way: string | undefined): PaymentToken | null {
  if (way === undefined || way === "money") return null;
  const token = PAYMENT_TOKENS.find((each) => each === way);
  if (token === undefined) throw InvalidRequest.because();
  return token;
}

export function refundIn({ refund }: Fields): string | undefined {
  return refund?.slice(0, KEPT_MOST);
}

export function answerIn({ question = "", answer = "" }: Fields) {
  if (!WHOLE.test(question) || !WHOLE.test(answer)) return null;
  return { questionId: Number(question) as QuestionId, answerIndex: Number(answer) };
}

/** Returns whether a form lacks the confirmation of this age. */
export function lacksAge({ minimumAge }: Pick<Shopkeeper, "minimumAge">, { age }: Fields): boolean {
  return minimumAge !== null && age !== String(minimumAge);
}

/** Returns the question of a form; null: none. */
export function questionIn({ question = "" }: Fields): QuestionId | null {
  return WHOLE.test(question) ? Number(question) : null;
}

/** Returns the fields of a purchase to keep while its buyer signs in. Raises invalid_request. */
export function choiceIn(form: Fields, lotId: LotId): Record<string, string> {
  const entries = KEPT.flatMap((name) => {
    const value = form[name];
    return value === undefined ? [] : [[name, value.trim().slice(0, KEPT_MOST)] as const];
  });
  return { lot: String(lotId), ...Object.fromEntries(entries) };
}
