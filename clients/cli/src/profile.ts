import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Failure } from "./failure.ts";

/** The point from which events are followed. */
export type Place = { readonly after: string } | { readonly since: string };

interface Stored {
  readonly apiKey?: string;
  /** The only address that the key is sent to. */
  readonly baseUrl?: string;
  /** Signs what `listen` forwards. */
  readonly secret?: string;
  /** Places in feeds, by what follows them. */
  readonly places?: Readonly<Record<string, Place>>;
}

/** Settings kept between calls, in a file that its user alone can read. */
export class Profile {
  readonly #folder: string;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    const { RAFFLE_CONFIG_DIR: own, XDG_CONFIG_HOME: shared } = env;
    this.#folder = own || join(shared || join(homedir(), ".config"), "raffle");
  }

  get file(): string {
    return join(this.#folder, "profile.json");
  }

  /** The private key that signs fair draws, in a file that its user alone can read. */
  get drawKeyFile(): string {
    return join(this.#folder, "draw-key.pem");
  }

  /** Returns that key as PEM; undefined: there is none. */
  drawKey(): string | undefined {
    return textIn(this.drawKeyFile);
  }

  /** Stores that key where there is none. */
  keepDrawKey(pem: string): void {
    this.#makeFolder();
    writeFileSync(this.drawKeyFile, pem, { mode: 0o600, flag: "wx" });
  }

  read(): Stored {
    const text = textIn(this.file);
    if (text === undefined) return {};
    try {
      return JSON.parse(text) as Stored;
    } catch {
      throw new Failure(`${this.file} is not JSON: remove it and log in`);
    }
  }

  change(members: Stored): void {
    this.#makeFolder();
    const next = `${this.file}.${process.pid}`;
    writeFileSync(next, `${JSON.stringify({ ...this.read(), ...members }, null, 2)}\n`, { mode: 0o600 });
    renameSync(next, this.file);
  }

  /** Returns the secret that `listen` signs with, made at the first call. */
  secret(): string {
    const { secret = `whsec_${randomBytes(32).toString("base64")}` } = this.read();
    this.change({ secret });
    return secret;
  }

  place(name: string): Place | undefined {
    return this.read().places?.[name];
  }

  keepPlace(name: string, place: Place): void {
    this.change({ places: { ...this.read().places, [name]: place } });
  }

  #makeFolder(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }
}

function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined;
    throw error;
  }
}
