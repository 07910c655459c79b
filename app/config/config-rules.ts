import { isIP } from "node:net";
import { PUBLISHED_KEY } from "../../adapters/chain/extended-key-addresses.ts";
import { encryptionKeys } from "../../adapters/crypto/aes-vault.ts";
import type { Hex } from "../../ports/chain.ts";
import { sayOfProvider } from "./console-variables.ts";
import { sayOfRaffle } from "./raffle-variables.ts";
import { isLoopback } from "./urls.ts";

type Text = string | undefined;

/** Variables with rules that involve several; each is valid alone. */
interface Values {
  readonly ROLE: string;
  readonly SANDBOX: boolean | undefined;
  readonly WEBHOOK_ALLOW_LOOPBACK: boolean | undefined;
  readonly BASE_URL: Text;
  readonly ADMIN_BASE_URL: Text;
  readonly OPERATOR_NETWORKS: readonly string[] | undefined;
  readonly OIDC_ISSUER: Text;
  readonly OIDC_CLIENT_ID: Text;
  readonly OIDC_CLIENT_SECRET: Text;
  readonly OIDC_NAME: Text;
  readonly OIDC_ONLY: boolean;
  readonly DATABASE_URL: Text;
  readonly DATABASE_DIRECT_URL: Text;
  readonly DATABASE_READ_URL: Text;
  readonly DATABASE_PASSWORD: Text;
  readonly ADMIN_TOKEN: Text;
  readonly ADMIN_TOKEN_PREVIOUS: Text;
  readonly METRICS_TOKEN: Text;
  readonly ENCRYPTION_KEY: Text;
  readonly CHAIN_RPC_URL: Text;
  readonly CHAIN_RPC_URL_2: Text;
  readonly CHAIN_ID: number | undefined;
  readonly DEPOSIT_XPUB: Text;
  readonly DEPOSIT_TOKEN_ADDRESS: Text;
  readonly RAFFLE_ADDRESS: Hex | undefined;
  readonly TILL_ADDRESS: Hex | undefined;
  readonly RAFFLE_FROM_BLOCK: number | undefined;
  readonly USDC_ADDRESS: Hex | undefined;
  readonly USDT_ADDRESS: Hex | undefined;
  readonly DEMO_TREASURY_ADDRESS: Hex | undefined;
  readonly CHAIN_SIGNER_KEY: Text;
  readonly CHAIN_SIGNER_KMS_KEY: Text;
  readonly SMTP_URL: Text;
  readonly MAIL_FROM: Text;
  readonly SMTP_PER_SEC: number | undefined;
}

/** Conditions that follow from the values. */
interface Setting {
  readonly production: boolean;
  readonly embedded: boolean;
  readonly simulated: boolean;
}

/** Returns the faults that prevent a start, by variable. Values that are invalid alone are not judged again. */
export function faultsTogether(
  v: Values,
  setting: Setting,
): { readonly name: string; readonly fault: string }[] {
  const { production, embedded, simulated } = setting;
  const faults: { name: string; fault: string }[] = [];
  const say = (broken: boolean, name: keyof Values, fault: string) => broken && faults.push({ name, fault });

  say(production && embedded, "DATABASE_URL", "required in production");
  for (const name of ["ADMIN_TOKEN", "ENCRYPTION_KEY"] as const)
    say(!embedded && v[name] === undefined, name, "required with DATABASE_URL");
  say(
    embedded && v.ROLE !== "all",
    "ROLE",
    "must be all without DATABASE_URL: api and worker need a database that they share",
  );
  say(
    v.ADMIN_TOKEN === undefined && v.ADMIN_TOKEN_PREVIOUS !== undefined,
    "ADMIN_TOKEN_PREVIOUS",
    "has no effect without ADMIN_TOKEN",
  );
  say(
    v.DATABASE_URL === undefined && v.DATABASE_READ_URL !== undefined,
    "DATABASE_READ_URL",
    "has no effect without DATABASE_URL",
  );
  const primary = [v.DATABASE_URL, v.DATABASE_DIRECT_URL].filter((url) => url !== undefined);
  const isPrimary = v.DATABASE_READ_URL !== undefined && primary.includes(v.DATABASE_READ_URL);
  say(isPrimary, "DATABASE_READ_URL", "is the primary's address: name a standby, or nothing");
  sayOfPassword(v, say);

  say(production && simulated, "CHAIN_RPC_URL", "required in production");
  for (const name of ["CHAIN_ID", "CHAIN_RPC_URL_2"] as const)
    say(simulated && v[name] !== undefined, name, "has no effect without CHAIN_RPC_URL");
  const real = v.CHAIN_RPC_URL !== undefined;
  say(real && v.CHAIN_ID === undefined, "CHAIN_ID", "required with CHAIN_RPC_URL");
  const sameNode =
    v.CHAIN_RPC_URL !== undefined &&
    v.CHAIN_RPC_URL_2 !== undefined &&
    addressOf(v.CHAIN_RPC_URL) === addressOf(v.CHAIN_RPC_URL_2);
  say(sameNode, "CHAIN_RPC_URL_2", "must be a different node from CHAIN_RPC_URL");
  for (const [name, other] of [
    ["DEPOSIT_XPUB", "DEPOSIT_TOKEN_ADDRESS"],
    ["DEPOSIT_TOKEN_ADDRESS", "DEPOSIT_XPUB"],
  ] as const)
    say(!simulated && v[name] === undefined && v[other] !== undefined, name, `required with ${other}`);
  const everybodys = production && v.DEPOSIT_XPUB === PUBLISHED_KEY;
  say(everybodys, "DEPOSIT_XPUB", "is published together with its private keys: use one of your own");

  for (const name of ["WEBHOOK_ALLOW_LOOPBACK", "SANDBOX"] as const)
    say(production && v[name] === true, name, "must not be true in production");
  say(production && v.BASE_URL === undefined, "BASE_URL", "required in production");
  if (production && v.BASE_URL !== undefined) {
    const { protocol, hostname } = new URL(v.BASE_URL);
    say(protocol !== "https:", "BASE_URL", "must be https in production");
    say(isLoopback(hostname), "BASE_URL", "is a loopback address, which buyers and providers cannot reach");
  }
  if (production && v.ADMIN_BASE_URL !== undefined)
    say(new URL(v.ADMIN_BASE_URL).protocol !== "https:", "ADMIN_BASE_URL", "must be https in production");
  sayOfRaffle(v, setting, say);
  sayOfMail(v, setting, say);
  sayOfProvider(v, setting, say);
  for (const [name, other] of equalSecrets(v)) say(true, name, `must differ from ${other}`);
  return faults;
}

/** Returns warnings about settings that are allowed and probably not meant. */
export function warningsTogether(v: Values, { production, embedded, simulated }: Setting): string[] {
  const warnings: string[] = [];
  if (!production && !embedded) {
    const on = [
      ...(v.SANDBOX === true ? ["the simulated rails are enabled"] : []),
      ...(simulated ? ["draws use a simulated chain and prove nothing"] : []),
      ...(v.WEBHOOK_ALLOW_LOOPBACK === true ? ["webhooks may be sent to this machine"] : []),
      "settings that production refuses are allowed",
    ];
    warnings.push(`NODE_ENV is not production, though DATABASE_URL is set: ${on.join("; ")}`);
  }
  if (v.SMTP_URL === undefined && !(v.SANDBOX ?? embedded))
    warnings.push("SMTP_URL is not set: buyers get no mails and cannot sign in by mail, only by wallet");
  if (production && v.BASE_URL !== undefined) {
    const { hostname } = new URL(v.BASE_URL);
    if (isLocal(hostname))
      warnings.push(`BASE_URL is in a local network (${hostname}): providers cannot reach it`);
    const adminHost = new URL(v.ADMIN_BASE_URL ?? v.BASE_URL).host;
    if (adminHost === new URL(v.BASE_URL).host)
      warnings.push(
        "ADMIN_BASE_URL is on the host of BASE_URL: give the console a separate host, so that no page for buyers shares it",
      );
  }
  const [first, second] = [v.CHAIN_RPC_URL, v.CHAIN_RPC_URL_2];
  if (first !== undefined && second !== undefined && new URL(first).host === new URL(second).host)
    warnings.push(
      "CHAIN_RPC_URL_2 is on the same host as CHAIN_RPC_URL: the operator of that host can falsify both",
    );
  return warnings;
}

/** Returns a database's URL with its missing password. */
export function withPassword(url: string, password: string | undefined): string {
  if (password === undefined) return url;
  const complete = new URL(url);
  if (complete.password !== "") return url;
  // The setter does not escape percent signs.
  complete.password = encodeURIComponent(password);
  return complete.href;
}

function sayOfMail(
  v: Values,
  { production }: Setting,
  say: (broken: boolean, name: keyof Values, fault: string) => unknown,
): void {
  for (const name of ["MAIL_FROM", "SMTP_PER_SEC"] as const)
    say(v.SMTP_URL === undefined && v[name] !== undefined, name, "has no effect without SMTP_URL");
  if (v.SMTP_URL === undefined) return;
  say(v.MAIL_FROM === undefined, "MAIL_FROM", "required with SMTP_URL");
  const { searchParams, password, hostname } = new URL(v.SMTP_URL);
  const bare = searchParams.get("tls") === "none";
  say(bare && password !== "", "SMTP_URL", "must not send a password without TLS");
  const far = bare && production && !isLoopback(hostname) && !isLocal(hostname);
  say(far, "SMTP_URL", "must use TLS beyond the local network in production");
}

function sayOfPassword(
  v: Values,
  say: (broken: boolean, name: keyof Values, fault: string) => unknown,
): void {
  if (v.DATABASE_PASSWORD === undefined) return;
  say(v.DATABASE_URL === undefined, "DATABASE_PASSWORD", "has no effect without DATABASE_URL");
  const urls = [v.DATABASE_URL, v.DATABASE_DIRECT_URL, v.DATABASE_READ_URL].filter(
    (url) => url !== undefined,
  );
  const complete = urls.length > 0 && urls.every((url) => new URL(url).password !== "");
  say(complete, "DATABASE_PASSWORD", "must not be set when the URL already contains a password");
  const nameless = urls.some((url) => new URL(url).username === "");
  say(nameless, "DATABASE_PASSWORD", "requires a user in the URL: postgres://user@host/name");
}

/** Returns equal secrets: each person who learns one has both. @returns pairs of names, the later one first */
function equalSecrets(v: Values): [keyof Values, string][] {
  const secrets: [keyof Values, string][] = [];
  const add = (name: keyof Values, text: string | undefined) => {
    if (text) secrets.push([name, text]);
  };
  add("DATABASE_URL", v.DATABASE_URL && decodeURIComponent(new URL(v.DATABASE_URL).password));
  add("DATABASE_PASSWORD", v.DATABASE_PASSWORD);
  add("SMTP_URL", v.SMTP_URL && decodeURIComponent(new URL(v.SMTP_URL).password));
  add("CHAIN_SIGNER_KEY", v.CHAIN_SIGNER_KEY);
  add("OIDC_CLIENT_SECRET", v.OIDC_CLIENT_SECRET);
  add("ADMIN_TOKEN", v.ADMIN_TOKEN);
  add("ADMIN_TOKEN_PREVIOUS", v.ADMIN_TOKEN_PREVIOUS);
  add("METRICS_TOKEN", v.METRICS_TOKEN);
  for (const { key } of v.ENCRYPTION_KEY === undefined ? [] : encryptionKeys(v.ENCRYPTION_KEY))
    for (const form of ["hex", "base64"] as const) add("ENCRYPTION_KEY", Buffer.from(key).toString(form));
  return secrets.flatMap(([name, text], i) => {
    const other = secrets.slice(0, i).find(([earlier, same]) => same === text && earlier !== name);
    return other ? [[name, other[0]] as [keyof Values, string]] : [];
  });
}

/** Returns equal texts for two spellings of one address. */
function addressOf(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return origin + pathname.replace(/\/+$/, "") + search;
}

/** Returns true for a name without a dot, or a private address: RFC 1918, RFC 4193, link-local. */
function isLocal(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, "");
  if (isIP(address) === 0) return !address.includes(".") || /\.(local|internal|lan)\.?$/.test(address);
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|f[cd]|fe[89ab])/.test(address);
}
