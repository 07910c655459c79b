import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sellingLines } from "../adapters/http/web/docs/selling-lines.ts";
import { operatorPrincipal } from "../ports/principal.ts";
import type { Config } from "./config/config.ts";
import type { RailKind } from "../ports/rail.ts";
import { Clock } from "../ports/clock.ts";
import { Log } from "../ports/log.ts";
import { Lots } from "../ports/lots/lots.ts";
import { ChainSigner } from "../ports/onchain/chain-signer.ts";
import { RaffleBook } from "../ports/onchain/raffle-book.ts";
import { RaffleContract } from "../ports/onchain/raffle-contract.ts";
import { Organisations } from "../ports/organisations/organisations.ts";
import { QuestionAdministration } from "../src/lots/question-administration.ts";
import { INHERIT } from "../src/lots/lot.ts";
import { LotCreation } from "../src/onchain/lot-creation.ts";
import { Members } from "../ports/people/members.ts";
import { People } from "../ports/people/people.ts";
import { Random } from "../ports/crypto.ts";
import type { NewPerson } from "../src/people/person.ts";
import { PersonSignIn } from "../src/people/person-sign-in.ts";
import type { LotId, PersonId } from "../src/shared/ids.ts";
import { invariant } from "../src/shared/invariant.ts";
import { Addresses } from "../ports/settings.ts";
import { OrganisationAdministration } from "../src/organisations/organisation-administration.ts";
import type { Organisation } from "../src/organisations/organisation.ts";
import { type DemoPicture, demoPicturePath } from "../adapters/http/web/demo-pictures.ts";
import { addKey, addLot, addPrize, addRails } from "./demo-shop.ts";
import type { Wiring } from "./wiring.ts";

export const DEMO_SLUG = "demo";
const ACT = { actor: operatorPrincipal("demo"), requestId: "first-start" };
const DAY_MS = 86_400_000;
interface DemoRail {
  readonly kind: RailKind;
  readonly currency: string;
  readonly rate?: string;
  /** The competition that is sold on it. */
  readonly title: string;
  readonly picture: DemoPicture;
}

/** Rails of the demo. The currency decides the rail, so each kind has a separate one. */
const RAILS: readonly DemoRail[] = [
  { kind: "qr", currency: "VND", rate: "25400", title: "Weekend in a mountain cabin", picture: "cabin" },
  { kind: "fields", currency: "JPY", rate: "151.4", title: "Espresso machine", picture: "espresso" },
  { kind: "flow", currency: "GBP", rate: "0.78", title: "Mirrorless camera", picture: "camera" },
  { kind: "embed", currency: "EUR", rate: "0.92", title: "Road bike", picture: "bike" },
  { kind: "redirect", currency: "USD", title: "Diver's watch", picture: "watch" },
];

export interface Secrets {
  readonly adminToken: string;
  readonly encryptionKey: string;
}

interface Kept extends Secrets {
  readonly apiKey?: string;
}

/** Returns the secrets of a service without configured ones: made once, stored next to its database. */
export async function keptSecrets(config: Config): Promise<Secrets> {
  const stored = await read(config);
  const secrets = {
    adminToken: config.adminToken ?? stored?.adminToken ?? randomBytes(24).toString("base64url"),
    encryptionKey: config.encryptionKey ?? stored?.encryptionKey ?? randomBytes(32).toString("hex"),
  };
  if (!stored) await write(config, secrets);
  return secrets;
}

/** The demo's people; their mail is not read. */
const OPERATOR = { email: "operator@example.com", name: "Demo operator", operatorRole: "owner" } as const;
const MEMBER = { email: "member@example.com", name: "Demo member", operatorRole: null } as const;

interface DemoLinks {
  readonly operatorLink: string;
  readonly memberLink: string;
}

/** Creates the start's links, which sign in for a day, once. */
export async function demoLinks(wiring: Wiring): Promise<DemoLinks> {
  const organisation = await wiring.get(Organisations).bySlug(DEMO_SLUG);
  invariant(organisation, "the demo's organisation is there");
  const now = wiring.get(Clock).now();
  const operator = await demoPerson(wiring, OPERATOR, now);
  const member = await demoPerson(wiring, MEMBER, now);
  await wiring.get(Members).add(organisation.id, member, "owner", now);
  const signIn = wiring.get(PersonSignIn);
  return {
    operatorLink: await signIn.newLink(operator),
    memberLink: await signIn.newLink(member),
  };
}

async function demoPerson(
  wiring: Wiring,
  profile: Pick<NewPerson, "email" | "name" | "operatorRole">,
  createdAt: Date,
): Promise<PersonId> {
  const people = wiring.get(People);
  const handle = wiring.get(Random).bytes(32);
  const person =
    (await people.byEmail(profile.email)) ?? (await people.add({ ...profile, handle, createdAt }));
  invariant(person, "a person of the demo is there");
  return person.id;
}

interface Demo {
  readonly apiKey: string;
  readonly competitionId: number;
  /** null: no raffle contract is configured, or it has no competition of the demo. */
  readonly onChainId: number | null;
}

/** Creates an organisation with everything that selling needs. A second start finds it. */
export async function seedDemo(wiring: Wiring, config: Config): Promise<Demo> {
  const rates = Object.fromEntries(RAILS.flatMap(({ currency, rate }) => (rate ? [[currency, rate]] : [])));
  const organisation =
    (await wiring.get(Organisations).bySlug(DEMO_SLUG)) ??
    (await wiring.get(OrganisationAdministration).createOrganisation(ACT, {
      slug: DEMO_SLUG,
      name: "Demo Raffles",
      rates,
      // That of the example of a session in the documents.
      returnHosts: ["shop.example"],
    }));
  const stored = await read(config);
  let apiKey = stored?.apiKey;
  if (apiKey === undefined) {
    apiKey = (await addKey(wiring, ACT, organisation)).key;
    await write(config, { ...(stored ?? (await keptSecrets(config))), apiKey });
  }
  const lots = wiring.get(Lots);
  const live = await lots.listLive(organisation.id, wiring.get(Clock).now(), { limit: 100, after: null });
  const book = wiring.get(RaffleBook);
  let onChainId: LotId | null = null;
  let offChainId: LotId | null = null;
  for (const { lot } of live)
    if ((await book.byId(organisation.id, lot.id)) === null) offChainId ??= lot.id;
    else onChainId ??= lot.id;
  const competitionId = offChainId ?? (await addCompetitions(wiring, organisation));
  return { apiKey, competitionId, onChainId: onChainId ?? (await addOnChain(wiring, config, organisation)) };
}

/** Adds a competition on the raffle contract. @returns null: there is none */
async function addOnChain(wiring: Wiring, config: Config, organisation: Organisation): Promise<LotId | null> {
  const [contract, signer] = [wiring.get(RaffleContract), wiring.get(ChainSigner)];
  if (contract === null || signer === null) return null;
  const administration = wiring.get(OrganisationAdministration);
  try {
    const { getAddress } = await import("viem");
    const treasury = config.raffle?.demoTreasury ?? (await signer.address());
    const treasuryAddress = organisation.treasuryAddress ?? getAddress(treasury);
    await administration.changeOrganisation(ACT, organisation, { cryptoEnabled: true, treasuryAddress });
    const { id: prizeId } = await addPrize(wiring, organisation, { name: "Gold coin, 1 oz" });
    const startAt = wiring.get(Clock).now();
    const goLive = await wiring.get(LotCreation).create(
      organisation.id,
      {
        prizeId,
        title: "Gold coin (on chain, USDC)",
        description: null,
        priceCents: 250,
        paymentToken: "USDC",
        maxTickets: 1_000,
        startAt,
        endAt: new Date(startAt.getTime() + 30 * DAY_MS),
        imageUrl: null,
        payment: INHERIT,
      },
      null,
    );
    return (await goLive()).lot.id;
  } catch (error) {
    wiring.get(Log).warn({ err: error }, "the demo has no competition on chain");
    return null;
  }
}

/** Adds one competition for each rail. @returns the one that is charged in USD */
async function addCompetitions(wiring: Wiring, organisation: Organisation): Promise<number> {
  const rails = Object.fromEntries(RAILS.map(({ currency, kind }) => [currency, kind]));
  await addRails(wiring, ACT, organisation, rails);
  await wiring.get(QuestionAdministration).add(ACT, organisation.id, {
    question: "How many minutes are there in an hour?",
    options: ["30", "60", "90"],
    answerIndex: 1,
    category: "watch",
  });
  const { baseUrl } = wiring.get(Addresses);
  const { id: prizeId } = await addPrize(wiring, organisation, {
    name: "Diver's watch, 40 mm",
    retailValueCents: 480_000,
    description: "Steel, automatic, water-resistant to 300 m.",
  });
  const startAt = wiring.get(Clock).now();
  let competitionId = 0;
  for (const { kind, currency, title, picture } of RAILS) {
    const lot = await addLot(
      wiring,
      { organisation, prizeId },
      {
        title,
        description: `Charged in ${currency}, on the simulated rail \`${kind}\`: no money is taken.`,
        imageUrl: baseUrl + demoPicturePath(picture),
        maxTickets: 1_000,
        startAt,
        endAt: new Date(startAt.getTime() + 30 * DAY_MS),
        payment: { fiatCurrency: currency, crypto: false },
      },
    );
    competitionId = lot.id;
  }
  return competitionId;
}

/** Returns a newcomer's introduction: the address, the keys, and a line that sells a ticket. */
export function demoIntroduction(
  demo: Demo & { readonly baseUrl: string; readonly adminToken: string },
): string {
  const { baseUrl, apiKey, adminToken, competitionId, onChainId } = demo;
  const onChain =
    onChainId === null
      ? ""
      : `\n  On chain             ${baseUrl}/embed/${DEMO_SLUG}/competition/${onChainId}`;
  return `
  Partner Raffle API   ${baseUrl}
  Demo page            ${baseUrl}/demo${onChain}
  Mails to buyers      ${baseUrl}/sandbox/mailbox
  Documents            ${baseUrl}/docs/
  API key              ${apiKey}
  Admin token          ${adminToken}
  API description      ${baseUrl}/api/v1/openapi.json
  Operator interface   ${baseUrl}/admin/api/v1 (described at /openapi.json there, with the token)

  Sell a ticket (a session, the buyer's payment, the status):

${sellingLines({ baseUrl, apiKey, competitionId }).join("; ")}
`;
}

/** Returns the introduction to the console: its address and the sign-in links. */
export function consoleIntroduction({ operatorLink, memberLink }: DemoLinks): string {
  return `
  The console, by links that sign in once, within a day:

  as its operator      ${operatorLink}
  as a partner         ${memberLink}
`;
}

async function read(config: Config): Promise<Kept | null> {
  try {
    return JSON.parse(await readFile(fileOf(config), "utf8")) as Kept;
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return null;
    throw error;
  }
}

function write(config: Config, secrets: Kept): Promise<void> {
  return writeFile(fileOf(config), `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
}

function fileOf(config: Config): string {
  return join(config.dataDir, "secrets.json");
}
