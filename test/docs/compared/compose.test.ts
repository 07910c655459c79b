import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SECRETS, VARIABLES } from "../../../config/config.ts";
import { fileVariable } from "../../../config/environment.ts";

const text = readFileSync(new URL("../../../docker-compose.yml", import.meta.url), "utf8");
const [shared = "", services = ""] = text.split("\nservices:\n");
const each = services
  .split("\nvolumes:")[0]!
  .split(/^(?= {2}\S)/m)
  .filter((service) => service.trim() !== "");

const names = [
  ...shared.split("environment: &environment")[1]!.matchAll(/^ {4}([A-Z0-9_]+):/gm),
  ...services.matchAll(/environment: \{ <<: \*environment, (ROLE): \w+(?:, (WORKER_PORT): "\d+")? \}/g),
].flatMap(([, ...found]) => found.filter(Boolean));
/** What has no place here, and why. */
const NOT_GIVEN: Readonly<Record<string, string>> = {
  SANDBOX: "refused in production",
  WEBHOOK_ALLOW_LOOPBACK: "refused in production",
  DATA_DIR: "of the embedded database",
  DEMO_TREASURY_ADDRESS: "there is no demo",
  DATABASE_DIRECT_URL: "there is no pooler",
  DATABASE_READ_URL: "there is no standby",
  READ_MAX_AGE_SEC: "there is no standby",
};

it("docker-compose.yml gives the service nothing that it does not read", () => {
  const known = new Set([...Object.keys(VARIABLES), ...SECRETS.map(fileVariable)]);
  expect(names).toContain("DATABASE_URL");
  expect(names.filter((name) => !known.has(name!))).toEqual([]);
});

it("docker-compose.yml hands on every variable that an operator may want to set", () => {
  const missing = Object.keys(VARIABLES).filter((name) => !names.includes(name));
  expect(missing.toSorted()).toEqual(Object.keys(NOT_GIVEN).toSorted());
});

it("docker-compose.yml puts no secret into a URL, where signs would have to be escaped", () => {
  expect(text).not.toMatch(/:\/\/\S*\$\{/);
});

it("docker-compose.yml lets each process be scraped, at the addresses that the page on monitoring has", () => {
  const page = readFileSync(new URL("../../../docs/operators/monitoring.md", import.meta.url), "utf8");
  const published = each.flatMap((service) => /ports: \["([\d.:]+):3000"\]/.exec(service)?.[1] ?? []);
  expect(published).toHaveLength(3);
  const targets = [...page.matchAll(/targets: \[(.+?)\]/g)].flatMap(([, list]) => list!.match(/[\d.:]+/g)!);
  expect(targets).toEqual(published);
});

it("docker-compose.yml checks and bounds each service: its health, its logs", () => {
  expect(each).toHaveLength(4);
  for (const service of each) {
    const whole = service.includes("<<: *service") ? shared + service : service;
    expect(whole, service).toMatch(/^ +healthcheck:/m);
    expect(whole, service).toMatch(/^ +logging: \*logging/m);
  }
});
