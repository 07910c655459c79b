import { hash, randomBytes } from "node:crypto";
import { Client } from "pg";
import { LOTS, SLUG, type World } from "../support/world.ts";

/** Only what the exchange needs: no tenants, credit, passes, events, accounts, no foreign keys. */
const SCHEMA = `
  create table api_key (hash bytea primary key, organisation_id bigint not null);
  create table rail_account (slug text primary key, secret bytea not null);
  create table lot (
    id bigint generated always as identity primary key, organisation_id bigint not null, title text not null,
    price_cents bigint not null, max_tickets integer not null, sold integer not null default 0,
    held integer not null default 0, end_at timestamptz not null
  ) with (fillfactor = 50);
  create table purchase (
    id text primary key, lot_id bigint not null, email text not null, quantity integer not null,
    amount bigint not null, status text not null
  ) with (fillfactor = 80);
  create table ticket (
    lot_id bigint not null, first integer not null, last integer not null, purchase_id text not null unique,
    primary key (lot_id, last)
  );`;

const ORGANISATION = 1;

/** The least work for the same exchange: one statement for each step. */
export const FLOOR = {
  authenticate: { name: "authenticate", text: "select organisation_id from api_key where hash = $1" },
  authenticateRail: { name: "authenticate-rail", text: "select secret from rail_account where slug = $1" },
  lot: { name: "lot", text: "select * from lot where organisation_id = $1 and id = $2" },
  purchase: {
    name: "purchase",
    text: `select p.*, l.organisation_id from purchase p join lot l on l.id = p.lot_id
      where p.id = $2 and l.organisation_id = $1`,
  },
  /** The update holds the lot's row until the insert has committed. */
  place: {
    name: "place",
    text: `
      with held as (
        update lot set held = held + $5 where organisation_id = $1 and id = $2 and sold + held + $5 <= max_tickets
        returning id, price_cents
      )
      insert into purchase (id, lot_id, email, quantity, amount, status)
      select $3, id, $4, $5, price_cents * $5, 'pending' from held returning amount`,
  },
  settle: {
    name: "settle",
    text: `
      with paid as (
        update purchase set status = 'paid' where id = $1 and status = 'pending' and amount = $2
        returning id, lot_id, quantity
      ), sold as (
        update lot l set sold = l.sold + p.quantity, held = l.held - p.quantity from paid p where l.id = p.lot_id
        returning l.id, l.sold, p.quantity, p.id as purchase_id
      )
      insert into ticket (lot_id, first, last, purchase_id)
      select id, sold - quantity + 1, sold, purchase_id from sold returning first`,
  },
} as const;

/** Sets up the floor's database with the same lots and tickets as the service's. */
export async function fillFloor(url: string, key: string, sold: number): Promise<World> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(SCHEMA);
    await client.query("insert into api_key values ($1, $2)", [hash("sha256", key, "buffer"), ORGANISATION]);
    await client.query("insert into rail_account values ($1, $2)", [SLUG, randomBytes(32)]);
    const { rows } = await client.query<{ id: string }>(
      `insert into lot (organisation_id, title, price_cents, max_tickets, end_at)
        select $1, 'A watch', 2500, 50000000, now() + interval '30 days' from generate_series(0, $2) returning id`,
      [ORGANISATION, LOTS],
    );
    const [hot, ...many] = rows.map(({ id }) => Number(id));
    const each = Math.ceil(sold / rows.length);
    await client.query(
      `insert into purchase select format('cs_%s_%s', l.id, n), l.id, format('%s-%s@example.com', l.id, n), 1, 2500, 'paid'
        from lot l, generate_series(1, $1) n`,
      [each],
    );
    await client.query(
      `insert into ticket select l.id, n, n, format('cs_%s_%s', l.id, n) from lot l, generate_series(1, $1) n`,
      [each],
    );
    await client.query("update lot set sold = $1", [each]);
    return { key, hot: [hot!], many };
  } finally {
    await client.end();
  }
}
