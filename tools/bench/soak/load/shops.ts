import { WorldClock } from "../../../../ports/clock.ts";
import type { RailKind } from "../../../../ports/rail.ts";
import { operatorPrincipal } from "../../../../ports/principal.ts";
import { addShop, type Shop as Organisation } from "../../../../app/demo-shop.ts";
import { QuestionAdministration } from "../../../../src/lots/question-administration.ts";
import { AffiliateAdministration } from "../../../../src/organisations/affiliate-administration.ts";
import { openService } from "../../servers/cluster.ts";
import type { SoakTime } from "../time.ts";

const ACT = { actor: operatorPrincipal("soak"), requestId: "soak-set-up" };
const RATE = { rateLimit: 10_000_000, rateWindowSec: 1 };

/** Settings in which the organisations differ. */
const SHOPS: readonly { readonly rail: RailKind; readonly asks: boolean; readonly holdMinutes: number }[] = [
  { rail: "redirect", asks: false, holdMinutes: 5 },
  { rail: "embed", asks: false, holdMinutes: 10 },
  { rail: "redirect", asks: true, holdMinutes: 5 },
];

export interface Shop {
  readonly slug: string;
  readonly id: number;
  readonly key: string;
  readonly prizeId: number;
  /** null: buyers answer no question. */
  readonly questionId: number | null;
  readonly affiliate: string;
  /** Ids of the lots on sale. */
  readonly lots: number[];
}

/** Creates organisations that can sell, before the processes of the service start. */
export async function openShops(
  url: string,
  environment: Record<string, string>,
  time: SoakTime,
): Promise<Shop[]> {
  const { wiring, database } = await openService(url, environment);
  wiring.bind(WorldClock, () => time);
  const shops: Shop[] = [];
  for (const [n, { rail, asks, holdMinutes }] of SHOPS.entries()) {
    const slug = `shop-${n + 1}`;
    const settings = { rails: { USD: rail }, rate: RATE, holdMinutes, entryQuestionRequired: asks };
    const organisation: Organisation = await addShop(wiring, ACT, { slug, name: slug, ...settings });
    const { id } = organisation.organisation;
    const question = { question: "Two and two?", options: ["3", "4"], answerIndex: 1, category: null };
    const added = asks ? await wiring.get(QuestionAdministration).add(ACT, id, question) : null;
    const affiliate = { code: "friend", name: "Friend", commissionBps: 500 };
    await wiring.get(AffiliateAdministration).add(ACT, id, affiliate);
    const { key, prizeId } = organisation;
    shops.push({
      slug,
      id,
      key,
      prizeId,
      questionId: added?.id ?? null,
      affiliate: affiliate.code,
      lots: [],
    });
  }
  await database.close();
  return shops;
}
