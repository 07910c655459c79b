import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { setImmediate as turn } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import type { Currencies } from "../../../../../ports/currencies.ts";
import type { Money } from "../../../../../src/shared/money.ts";
import { invalid, type Problem } from "../../../../../src/shared/problem.ts";

/** Longest payout file, in lines. */
const MOST_LINES = 50_000;
/** Parts of a file, between which the process serves other requests: a long file takes a second. */
const PIECE_CHARACTERS = 50_000;
const PIECE_LINES = 500;

/** A line of a CSV file. */
export interface PayoutCells {
  readonly cells: readonly string[];
  /** Number of the line in the file, from 1. */
  readonly line: number;
}

/** A line of a CSV file, by the names of its columns. */
export class PayoutRow {
  readonly #cells: ReadonlyMap<string, string>;
  readonly #number: number;
  readonly #currencies: Currencies;

  constructor(cells: ReadonlyMap<string, string>, number: number, currencies: Currencies) {
    this.#cells = cells;
    this.#number = number;
    this.#currencies = currencies;
  }

  /** Returns a cell; empty if the file has no such column. */
  text(column: string): string {
    return this.#cells.get(column) ?? "";
  }

  has(column: string): boolean {
    return this.text(column) !== "";
  }

  /** Returns an amount of major units, such as `-12.50`. An empty cell is 0. */
  amount(column: string, currencyColumn: string): Money {
    const currency = this.currency(currencyColumn);
    const text = this.text(column);
    const [, sign, integral = "", part = ""] = /^(-?)(\d{0,15})(?:\.(\d{0,20}))?$/.exec(text) ?? [];
    const decimals = this.#currencies.exponent(currency) ?? 2;
    if (sign === undefined || /[1-9]/.test(part.slice(decimals)))
      throw this.fault(`${column} is not an amount in ${currency}`);
    const minor = Number(`${integral}${part.slice(0, decimals).padEnd(decimals, "0")}` || "0");
    if (!Number.isSafeInteger(minor)) throw this.fault(`${column} is too large`);
    return { amount: sign === "-" && minor !== 0 ? -minor : minor, currency };
  }

  /** Returns an amount of minor units, such as `1250`. */
  minorAmount(column: string, currencyColumn: string): Money {
    const text = this.text(column) || "0";
    if (text.includes(".")) return this.amount(column, currencyColumn);
    if (!/^-?\d{1,15}$/.test(text)) throw this.fault(`${column} is not an amount`);
    return { amount: Number(text), currency: this.currency(currencyColumn) };
  }

  currency(column: string): string {
    const currency = this.text(column).toUpperCase();
    if (this.#currencies.exponent(currency) === null)
      throw this.fault(`${column} is not a currency: ${JSON.stringify(currency.slice(0, 10))}`);
    return currency;
  }

  /** Returns a time; without an offset it is in UTC. null: the cell is empty or has another form. */
  time(column: string): Date | null {
    const text = this.text(column);
    const [, day, clock, offset = ""] =
      /^(\d{4}[-/]\d{2}[-/]\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|UTC|[+-]\d{2}:?\d{2})?$/.exec(
        text,
      ) ?? [];
    if (day === undefined) return null;
    const zone = offset === "" || offset === "UTC" ? "Z" : offset.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
    const at = new Date(`${day.replaceAll("/", "-")}T${clock}${zone}`);
    return Number.isNaN(at.getTime()) ? null : at;
  }

  fault(text: string): Problem {
    return fileFault(`Line ${this.#number}: ${text}.`);
  }
}

export const fileFault = (message: string): Problem => invalid("file", "invalid", message);

/** Returns a file in pieces. */
async function* piecesOf(file: string): AsyncGenerator<string> {
  for (let at = 0; at < file.length; at += PIECE_CHARACTERS) {
    yield file.slice(at, at + PIECE_CHARACTERS);
    await turn();
  }
}

/** Reads a file as cells. Raises invalid_request for what is not CSV, and for too many lines. */
export async function cellsOf(file: string): Promise<PayoutCells[]> {
  try {
    const lines: PayoutCells[] = [];
    const parser = parse({
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      to: MOST_LINES + 100,
      max_record_size: 100_000,
      on_record: (cells: string[], { lines: line }) => {
        lines.push({ cells, line });
        return null;
      },
    });
    await finished(Readable.from(piecesOf(file)).pipe(parser).resume());
    if (lines.length > MOST_LINES + 50) throw fileFault(`The file has more than ${MOST_LINES} lines.`);
    return lines;
  } catch (error) {
    if (error instanceof CsvError) throw fileFault(`The file is not CSV: ${error.message}`);
    throw error;
  }
}

/**
 * Reads the lines below a head. Raises invalid_request if columns are missing.
 * @param required names of columns, each with all its spellings
 * @param read returns null for a line that does not count
 */
export async function readRows<T>(
  lines: readonly PayoutCells[],
  required: readonly (readonly string[])[],
  currencies: Currencies,
  read: (row: PayoutRow) => T | null,
): Promise<T[]> {
  const [head, ...others] = lines;
  const names = (head?.cells ?? []).map((name) => name.replaceAll(/\s+/g, " "));
  for (const spellings of required)
    if (!spellings.some((name) => names.includes(name)))
      throw fileFault(`The file has no column ${spellings.join(" or ")}: is it this provider's report?`);
  const found: T[] = [];
  for (const [at, { cells, line }] of others.entries()) {
    if (at % PIECE_LINES === 0) await turn();
    const byName = new Map(names.map((name, column) => [name, cells[column] ?? ""]));
    const row = read(new PayoutRow(byName, line, currencies));
    if (row !== null) found.push(row);
  }
  return found;
}
