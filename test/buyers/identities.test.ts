import { describe, expect, it } from "vitest";
import { Partner } from "../support/builders/partner.ts";
import { ADMIN_TOKEN, sharedService } from "../support/service/service.ts";
import { prepared } from "../support/opened.ts";

const WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

const service = prepared(sharedService);

async function rows(sql: string, ...values: unknown[]) {
  return await service.sql(sql, ...values);
}

function ask(path: string) {
  return service.call("GET", `/admin/api/v1${path}`, { key: ADMIN_TOKEN });
}

/** Creates a buyer known by an email, then by a wallet, too. */
async function knownByBoth(partner: Partner) {
  const email = `both-${crypto.randomUUID()}@example.com`;
  await partner.checkout((await partner.lot()).id, { buyer: { email } });
  const [{ account_id: accountId }] = await rows(
    "select account_id from account_identity where value = $1",
    email,
  );
  await rows(
    `insert into account_identity (organisation_id, account_id, kind, value, created_at)
     values ($1, $2, 'wallet', $3, now() + interval '1 second')`,
    partner.organisation.id,
    accountId,
    WALLET,
  );
  return { email, accountId: Number(accountId) };
}

describe("two at once with the same new identity", () => {
  it("make one account, also in different competitions, and none without an identity", async () => {
    const partner = await Partner.add(service);
    const lots = await Promise.all(Array.from({ length: 8 }, () => partner.lot()));
    for (let round = 0; round < 5; round++) {
      const buyers = [
        { email: `new-${round}@example.com` },
        { walletAddress: `0x${String(round + 1).repeat(40)}` },
      ];
      const answers = await Promise.all(
        lots.flatMap(({ id }) => buyers.map((buyer) => partner.checkout(id, { buyer }))),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(201));
    }
    const { id } = partner.organisation;
    const [counted] = await rows(
      `select (select count(*)::int from account where organisation_id = $1) as accounts,
         (select count(*)::int from account_identity where organisation_id = $1) as identities,
         (select count(distinct account_id)::int from ticket_order where organisation_id = $1) as buyers`,
      id,
    );
    expect(counted).toEqual({ accounts: 10, identities: 10, buyers: 10 });
  });

  it("of two organisations make one in each", async () => {
    const partners = [await Partner.add(service), await Partner.add(service)];
    const email = `everywhere-${crypto.randomUUID()}@example.com`;
    await Promise.all(
      partners.map(async (partner) => partner.checkout((await partner.lot()).id, { buyer: { email } })),
    );
    const identities = await rows("select organisation_id from account_identity where value = $1", email);
    expect(new Set(identities.map((row) => Number(row.organisation_id)))).toEqual(
      new Set(partners.map(({ organisation }) => organisation.id)),
    );
  });
});

describe("a buyer with an email and a wallet", () => {
  it("buys by either as one account: its credit, its limit of pending sessions and its list are one", async () => {
    const partner = await Partner.add(service, { maxPendingSessions: 3 });
    const { email, accountId } = await knownByBoth(partner);
    await partner.grantCredit(accountId, 10_000);
    const covered = await partner.checkout((await partner.lot()).id, { buyer: { walletAddress: WALLET } });
    expect(covered.json.data).toMatchObject({ status: "paid", amount: 0 });

    const lot = await partner.lot({ priceCents: 50_000 });
    const buyers = [{ email }, { walletAddress: WALLET }];
    const answers = await Promise.all(
      [0, 1, 2, 3].map((n) => partner.checkout(lot.id, { buyer: buyers[n % 2] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409]);

    const sessions = async (query: string) => {
      const path = `/api/v1/checkout/sessions?${query}`;
      const { json } = await service.call("GET", path, { key: partner.key });
      return (json.data as unknown as { id: string }[]).map(({ id }) => id);
    };
    const [byEmail, byWallet] = [
      await sessions(`email=${encodeURIComponent(email)}`),
      await sessions(`walletAddress=${WALLET}`),
    ];
    expect(byEmail).toHaveLength(5);
    expect(byWallet).toEqual(byEmail);
  });

  it("is shown to the operator with all identities, and with the one that was known first", async () => {
    const partner = await Partner.add(service);
    const { email, accountId } = await knownByBoth(partner);
    const { slug } = partner.organisation;
    const { json } = await ask(`/organisations/${slug}/accounts`);
    expect(json.data).toMatchObject([
      {
        id: accountId,
        email,
        walletAddress: null,
        identities: [
          { kind: "email", value: email },
          { kind: "wallet", value: WALLET },
        ],
      },
    ]);
    const orders = await ask(`/organisations/${slug}/orders`);
    expect(orders.json.data).toMatchObject([{ accountId, buyer: { email, walletAddress: null } }]);
  });
});

describe("the database", () => {
  it("gives an identity to one account of an organisation, and no account one of another's", async () => {
    const partner = await Partner.add(service);
    const other = await Partner.add(service);
    const { email, accountId } = await knownByBoth(partner);
    const add = (organisationId: number, value: string) =>
      rows(
        `insert into account_identity (organisation_id, account_id, kind, value, created_at)
         values ($1, $2, 'email', $3, now())`,
        organisationId,
        accountId,
        value,
      );
    await expect(add(partner.organisation.id, email)).rejects.toThrow("account_identity_pkey");
    await expect(add(other.organisation.id, "else@example.com")).rejects.toThrow("foreign key");
  });
});
