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

it("docker-compose.yml gives the service nothing that it does not read", () => {
  const given = shared.split("environment: &environment")[1]!.matchAll(/^ {4}([A-Z0-9_]+):/gm);
  const names = [...given].map(([, name]) => name);
  const known = new Set([...Object.keys(VARIABLES), ...SECRETS.map(fileVariable)]);
  expect(names).toContain("DATABASE_URL");
  expect(names.filter((name) => !known.has(name!))).toEqual([]);
});

it("docker-compose.yml puts no secret into a URL, where signs would have to be escaped", () => {
  expect(text).not.toMatch(/:\/\/\S*\$\{/);
});

it("docker-compose.yml checks and bounds each service: its health, its logs", () => {
  expect(each).toHaveLength(4);
  for (const service of each) {
    const whole = service.includes("<<: *service") ? shared + service : service;
    expect(whole, service).toMatch(/^ +healthcheck:/m);
    expect(whole, service).toMatch(/^ +logging: \*logging/m);
  }
});
