import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sellingLines } from "../adapters/http/web/docs/selling-lines.ts";
import { operatorPrincipal } from "../ports/principal.ts";
import type { Config } from "./config/config.ts";
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
import { DEMO_PICTURES, demoPicturePath } from "../adapters/http/web/demo-pictures.ts";
import { DEMO_ORGANISATIONS, type DemoOrganisation, FIRST } from "./demo-organisations.ts";
import { addKey, addLot, addPrize, addRails } from "./demo-shop.ts";
import type { Wiring } from "./wiring.ts";

const ACT = { actor: operatorPrincipal("demo"), requestId: "first-start" };
const DAY_MS = 86_400_000;
/** A competition that ends sooner is not the one that the printed line sells. */
const SOON_MS = 3_600_000;

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
  const organisation = await wiring.get(Organisations).bySlug(FIRST.slug);
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

/** Creates organisations with everything that selling needs. A second start finds them. @returns the first one's */
export async function seedDemo(wiring: Wiring, config: Config): Promise<Demo> {
  const [first, ...others] = DEMO_ORGANISATIONS;
  invariant(first, "the demo has an organisation");
  const organisation = await demoOrganisation(wiring, first);
  const stored = await read(config);
  let apiKey = stored?.apiKey;
  if (apiKey === undefined) {
    apiKey = (await addKey(wiring, ACT, organisation)).key;
    await write(config, { ...(stored ?? (await keptSecrets(config))), apiKey });
  }
  const { offChainId, onChainId } = await liveOf(wiring, organisation);
  const competitionId = offChainId ?? (await addCompetitions(wiring, organisation, first));
  const demo = {
    apiKey,
    competitionId,
    onChainId: onChainId ?? (await addOnChain(wiring, config, organisation)),
  };
  for (const other of others) {
    const another = await demoOrganisation(wiring, other);
    if ((await liveOf(wiring, another)).offChainId === null) await addCompetitions(wiring, another, other);
  }
  return demo;
}

/** Returns an organisation of the demo, created by the first start. Pictures are where the service is now. */
async function demoOrganisation(
  wiring: Wiring,
  { slug, name, settings, competitions }: DemoOrganisation,
): Promise<Organisation> {
  const rates = competitions.flatMap(({ currency, rate }) => (rate ? [[currency, rate]] : []));
  const found = await wiring.get(Organisations).bySlug(slug);
  if (found !== null) {
    await renewPictures(wiring, found);
    return found;
  }
  return wiring
    .get(OrganisationAdministration)
    .createOrganisation(ACT, { slug, name, rates: Object.fromEntries(rates), ...settings });
}

/** Puts the service's present address before the demo's pictures: a start may have another port. */
async function renewPictures(wiring: Wiring, { id }: Organisation): Promise<void> {
  const lots = wiring.get(Lots);
  const { baseUrl } = wiring.get(Addresses);
  const recent = await lots.list(id, { state: null, ids: null }, wiring.get(Clock).now(), {
    limit: 100,
    after: null,
  });
  for (const { lot } of recent) {
    const picture = DEMO_PICTURES.find((each) => lot.imageUrl?.endsWith(demoPicturePath(each)));
    const imageUrl = picture && baseUrl + demoPicturePath(picture);
    if (imageUrl !== undefined && imageUrl !== lot.imageUrl) await lots.change(id, lot.id, { imageUrl });
  }
}

/** Returns the competitions that sell for a while, on the raffle contract and off chain. */
async function liveOf(wiring: Wiring, { id }: Organisation) {
  const now = wiring.get(Clock).now();
  const live = await wiring.get(Lots).listLive(id, now, { limit: 100, after: null });
  const book = wiring.get(RaffleBook);
  let onChainId: LotId | null = null;
  let offChainId: LotId | null = null;
  for (const { lot } of live) {
    if (lot.endAt.getTime() - now.getTime() < SOON_MS) continue;
    if ((await book.byId(id, lot.id)) === null) offChainId ??= lot.id;
    else onChainId ??= lot.id;
  }
  return { onChainId, offChainId };
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

/** Adds one competition for each rail. @returns the last one */
async function addCompetitions(
  wiring: Wiring,
  organisation: Organisation,
  { competitions }: DemoOrganisation,
): Promise<LotId> {
  const rails = Object.fromEntries(competitions.map(({ currency, kind }) => [currency, kind]));
  await addRails(wiring, ACT, organisation, rails);
  const prizeId = organisation.slug === FIRST.slug ? await addWatch(wiring, organisation) : null;
  const { baseUrl } = wiring.get(Addresses);
  const startAt = wiring.get(Clock).now();
  let last: LotId | null = null;
  for (const { currency, title, description, picture } of competitions) {
    const lot = await addLot(
      wiring,
      { organisation, prizeId: prizeId ?? (await addPrize(wiring, organisation, { name: title })).id },
      {
        title,
        description,
        imageUrl: baseUrl + demoPicturePath(picture),
        maxTickets: 1_000,
        startAt,
        endAt: new Date(startAt.getTime() + 30 * DAY_MS),
        payment: { fiatCurrency: currency, crypto: false },
      },
    );
    last = lot.id;
  }
  invariant(last, "an organisation of the demo has a competition");
  return last;
}

/** Adds the prize of the documents, with an entry question of its category. */
async function addWatch(wiring: Wiring, organisation: Organisation) {
  await wiring.get(QuestionAdministration).add(ACT, organisation.id, {
    question: "How many minutes are there in an hour?",
    options: ["30", "60", "90"],
    answerIndex: 1,
    category: "watch",
  });
  const { id } = await addPrize(wiring, organisation, {
    name: "Diver's watch, 40 mm",
    retailValueCents: 480_000,
    description: "Steel, automatic, water-resistant to 300 m.",
  });
  return id;
}

/** Returns a newcomer's introduction: the address, the keys, and a line that sells a ticket. */
export function demoIntroduction(
  demo: Demo & { readonly baseUrl: string; readonly adminToken: string },
): string {
  const { baseUrl, apiKey, adminToken, competitionId, onChainId } = demo;
  const onChain =
    onChainId === null
      ? ""
      : `\n  On chain             ${baseUrl}/embed/${FIRST.slug}/competition/${onChainId}`;
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
