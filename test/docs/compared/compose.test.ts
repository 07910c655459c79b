import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SECRETS, VARIABLES } from "../../../app/config/config.ts";
import { fileVariable } from "../../../app/config/environment.ts";

const text = readFileSync(new URL("../../../docker-compose.yml", import.meta.url), "utf8");
const [shared = "", services = ""] = text.split("\nservices:\n");
const each = services
  .split("\nsecrets:")[0]!
  .split(/^(?= {2}\S)/m)
  .filter((service) => service.trim() !== "");

const names = [
  ...shared.split("environment: &environment")[1]!.matchAll(/^ {4}([A-Z0-9_]+):/gm),
  ...services.matchAll(/environment: \{ <<: \*environment, (ROLE): \w+(?:, (WORKER_PORT): "\d+")? \}/g),
].flatMap(([, ...found]) => found.filter(Boolean));
/** Read by the client of AWS, not by the service. */
const OF_AWS = ["AWS_REGION", "AWS_SHARED_CREDENTIALS_FILE", "AWS_ENDPOINT_URL_KMS"];
/** Variables that the file does not pass on, with the reason. */
const NOT_GIVEN: Readonly<Record<string, string>> = {
  SANDBOX: "refused in production",
  WEBHOOK_ALLOW_LOOPBACK: "refused in production",
  DATA_DIR: "of the embedded database",
  DEMO_TREASURY_ADDRESS: "there is no demo",
};

it("docker-compose.yml gives the service nothing that it does not read", () => {
  const known = new Set([...Object.keys(VARIABLES), ...SECRETS.map(fileVariable), ...OF_AWS]);
  expect(names).toContain("DATABASE_URL");
  expect(names.filter((name) => !known.has(name!))).toEqual([]);
});

it("docker-compose.yml hands on every variable that an operator may want to set", () => {
  const isGiven = (name: string) => names.includes(name) || names.includes(fileVariable(name));
  const missing = Object.keys(VARIABLES).filter((name) => !isGiven(name));
  expect(missing.toSorted()).toEqual(Object.keys(NOT_GIVEN).toSorted());
});

it("docker-compose.yml puts no secret into a URL, where signs would have to be escaped", () => {
  expect(text).not.toMatch(/:\/\/\S*\$\{/);
});

it("docker-compose.yml gives secrets as files, which docker inspect does not show", () => {
  // Addresses of databases and nodes are secret only where they contain a password or a key.
  const isAddress = (name: string) => /^(DATABASE|CHAIN_RPC)_.*URL/.test(name);
  const shown = SECRETS.filter((name) => !isAddress(name) && names.includes(name));
  expect(shown).toEqual([]);
  expect(services).not.toMatch(/^ +\w*(PASSWORD|TOKEN|KEY|SECRET):/m);
});

it("docker-compose.yml gives the service no more rights than it needs", () => {
  for (const line of ["read_only: true", "cap_drop: [ALL]", 'security_opt: ["no-new-privileges:true"]'])
    expect(shared).toContain(`\n  ${line}\n`);
  for (const service of each) {
    const whole = service.includes("<<: *service") ? shared : service;
    expect(whole, service).toMatch(/^ +mem_limit: \w+$/m);
    expect(whole, service).toContain("no-new-privileges");
  }
});

it("docker-compose.yml lets each process be scraped, at the addresses that the page on monitoring has", () => {
  const page = readFileSync(new URL("../../../docs/operators/monitoring.md", import.meta.url), "utf8");
  const published = each.flatMap((service) => /ports: \["([\d.:]+):3000"\]/.exec(service)?.[1] ?? []);
  expect(published).toHaveLength(4);
  const targets = [...page.matchAll(/targets: \[(.+?)\]/g)].flatMap(([, list]) => list!.match(/[\d.:]+/g)!);
  expect(targets).toEqual(published);
});

it("docker-compose.yml checks and bounds each service: its health, its logs", () => {
  expect(each).toHaveLength(5);
  for (const service of each) {
    const whole = service.includes("<<: *service") ? shared + service : service;
    expect(whole, service).toMatch(/^ +healthcheck:/m);
    expect(whole, service).toMatch(/^ +logging: \*logging/m);
  }
});
