import { hash, randomUUID } from "node:crypto";
import express, { type Request } from "express";
import { Pool } from "pg";
import { FLOOR } from "./floor-database.ts";
import { serve } from "./served.ts";
import { POOL_SIZE } from "../support/world.ts";

// The floor: Express, pg and one statement for each step. It authenticates the caller, and checks only the capacity.

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: POOL_SIZE });
// Its connections outlive `end` by a moment.
pool.on("error", () => {});
const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.use(express.json());

async function organisationOf(request: Request): Promise<string | undefined> {
  const key = request.headers.authorization?.slice("Bearer ".length) ?? "";
  const { rows } = await pool.query({ ...FLOOR.authenticate, values: [hash("sha256", key, "buffer")] });
  return rows[0]?.organisation_id;
}

app.post("/api/v1/checkout/sessions", async (request, response) => {
  const organisation = await organisationOf(request);
  if (organisation === undefined) return void response.status(401).end();
  const { competitionId, quantity, buyer } = request.body;
  const id = `cs_${randomUUID()}`;
  const values = [organisation, competitionId, id, buyer.email, quantity];
  const { rows } = await pool.query({ ...FLOOR.place, values });
  if (rows.length === 0) return void response.status(400).json({ error: "sold_out" });
  const amount = Number(rows[0].amount);
  const payment = { type: "PAY_URL", redirectUrl: `https://pay.example/${id}`, data: null };
  response
    .status(201)
    .json({ data: { id, status: "pending", provider: "redirect", amount, currency: "USD", payment } });
});

app.post("/rails/:kind/:provider/:slug/notifications", async (request, response) => {
  const account = await pool.query({ ...FLOOR.authenticateRail, values: [request.params.slug] });
  if (account.rows.length === 0) return void response.status(404).end();
  const { sessionId, amount } = request.body;
  const { rows } = await pool.query({ ...FLOOR.settle, values: [sessionId, amount] });
  response.status(rows.length === 1 ? 200 : 404).json({ received: rows.length === 1 });
});

app.get("/api/v1/competitions/:id", async (request, response) => {
  const organisation = await organisationOf(request);
  if (organisation === undefined) return void response.status(401).end();
  const { rows } = await pool.query({ ...FLOOR.lot, values: [organisation, request.params.id] });
  const [lot] = rows;
  if (!lot) return void response.status(404).end();
  response.json({
    data: {
      id: Number(lot.id),
      title: lot.title,
      ticketPriceUSDCents: Number(lot.price_cents),
      maxTickets: lot.max_tickets,
      ticketsSold: lot.sold,
      endDate: lot.end_at,
    },
  });
});

app.get("/api/v1/checkout/sessions/:id", async (request, response) => {
  const organisation = await organisationOf(request);
  if (organisation === undefined) return void response.status(401).end();
  const { rows } = await pool.query({ ...FLOOR.purchase, values: [organisation, request.params.id] });
  const [purchase] = rows;
  if (!purchase) return void response.status(404).end();
  response.json({
    data: {
      id: purchase.id,
      status: purchase.status,
      competitionId: Number(purchase.lot_id),
      quantity: purchase.quantity,
      amount: Number(purchase.amount),
      currency: "USD",
      ticketsIssued: purchase.status === "paid",
    },
  });
});

await serve(app, () => pool.end());
