import { expect, it } from "vitest";
import { misspelt } from "./environment.ts";

const OURS = ["ROLE", "PORT", "HOST", "BASE_URL", "DATABASE_URL", "DATABASE_POOL_SIZE", "CHAIN_RPC_URL_2"];
const meant = (variable: string, more: Record<string, string> = {}) =>
  misspelt({ [variable]: "x", ...more }, OURS).map(({ meant }) => meant);

it.each([
  ["DATABSE_URL", "DATABASE_URL"],
  ["DATABASE_ULR", "DATABASE_URL"],
  ["database_url", "DATABASE_URL"],
  ["DATABASEURL", "DATABASE_URL"],
  ["DATABASE_POOLSIZES", "DATABASE_POOL_SIZE"],
  ["BASE_URI", "BASE_URL"],
  ["CHAIN_RPC_URL2", "CHAIN_RPC_URL_2"],
  ["Port", "PORT"],
])("%s is probably %s", (variable, name) => {
  expect(meant(variable)).toEqual([name]);
});

it.each(["PATH", "HOSTNAME", "HOME", "PWD", "API_PORT", "ROLES", "PORTS", "DB_URL", "REDIS_URL", "PGHOST"])(
  "%s belongs to another program",
  (variable) => {
    expect(meant(variable)).toEqual([]);
  },
);

it("a name that is there already was not misspelt, nor is one with nothing in it", () => {
  expect(meant("BASE_URI", { BASE_URL: "x" })).toEqual([]);
  expect(misspelt({ BASE_URI: "" }, OURS)).toEqual([]);
});
