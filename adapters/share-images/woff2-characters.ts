import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { invariant } from "../../src/shared/invariant.ts";

/** Inclusive, as `@font-face` has it. */
export type Range = [first: number, last: number];

/** `wOF2` */
const SIGNATURE = 0x774f4632;
const HEADER_BYTES = 48;
/** Numbers of the tags that the format knows. */
const CMAP = 0;
const GLYF = 10;
const LOCA = 11;
const OTHER = 63;
const NOT_TRANSFORMED = 3;
/** Encodings by preference: all of Unicode, then its first plane. */
const ENCODINGS = ["3.10", "0.6", "0.4", "3.1", "0.3"];

/** Returns the characters that a WOFF2 file has glyphs for. Libraries that read fonts bring a whole shaping engine. */
export async function charactersIn(file: Uint8Array): Promise<Range[]> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  invariant(view.getUint32(0) === SIGNATURE, "a font is a WOFF2 file");
  const tables = view.getUint16(12);
  const compressedBytes = view.getUint32(20);
  const reader = new Reader(view, HEADER_BYTES);
  let offset = 0;
  let cmap: number | undefined;
  for (let table = 0; table < tables; table += 1) {
    const { number, bytes } = reader.entry();
    if (number === CMAP) cmap = offset;
    offset += bytes;
  }
  invariant(cmap !== undefined, "a font names its characters");
  const data = await promisify(brotliDecompress)(file.subarray(reader.at, reader.at + compressedBytes));
  return rangesIn(new DataView(data.buffer, data.byteOffset + cmap));
}

class Reader {
  at: number;
  readonly #view: DataView;

  constructor(view: DataView, at: number) {
    this.#view = view;
    this.at = at;
  }

  /** Reads an entry of the table directory. `bytes`: in the decompressed stream. */
  entry(): { readonly number: number; readonly bytes: number } {
    const flags = this.#byte();
    const number = flags & 0x3f;
    const transform = flags >> 6;
    if (number === OTHER) this.at += 4;
    const bytes = this.#base128();
    const isGlyphs = number === GLYF || number === LOCA;
    const isTransformed = isGlyphs ? transform !== NOT_TRANSFORMED : transform !== 0;
    return { number, bytes: isTransformed ? this.#base128() : bytes };
  }

  #base128(): number {
    let value = 0;
    for (;;) {
      const byte = this.#byte();
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
  }

  #byte(): number {
    this.at += 1;
    return this.#view.getUint8(this.at - 1);
  }
}

function rangesIn(cmap: DataView): Range[] {
  const offsets = new Map<string, number>();
  for (let table = 0; table < cmap.getUint16(2); table += 1) {
    const at = 4 + 8 * table;
    offsets.set(`${cmap.getUint16(at)}.${cmap.getUint16(at + 2)}`, cmap.getUint32(at + 4));
  }
  const offset = ENCODINGS.map((encoding) => offsets.get(encoding)).find((each) => each !== undefined);
  invariant(offset !== undefined, "a font names its characters by Unicode");
  const format = cmap.getUint16(offset);
  invariant(format === 4 || format === 12, "a font's characters are segments");
  return format === 12 ? groups(cmap, offset) : segments(cmap, offset);
}

/** Format 12. */
function groups(cmap: DataView, offset: number): Range[] {
  const count = cmap.getUint32(offset + 12);
  return Array.from({ length: count }, (_, group) => {
    const at = offset + 16 + 12 * group;
    return [cmap.getUint32(at), cmap.getUint32(at + 4)];
  });
}

/** Format 4: of a segment's characters some may have no glyph. */
function segments(cmap: DataView, offset: number): Range[] {
  const bytes = cmap.getUint16(offset + 6);
  const ranges: Range[] = [];
  for (let segment = 0; segment < bytes; segment += 2) {
    const ends = offset + 14 + segment;
    const [last, first] = [cmap.getUint16(ends), cmap.getUint16(ends + bytes + 2)];
    const delta = cmap.getUint16(ends + 2 * bytes + 2);
    const glyphs = ends + 3 * bytes + 2;
    const distance = cmap.getUint16(glyphs);
    for (let point = first; point <= last && point < 0xffff; point += 1) {
      const listed = distance === 0 ? point : cmap.getUint16(glyphs + distance + 2 * (point - first));
      const isThere = (distance === 0 || listed !== 0) && ((listed + delta) & 0xffff) !== 0;
      const previous = ranges.at(-1);
      if (isThere && previous?.[1] === point - 1) previous[1] = point;
      else if (isThere) ranges.push([point, point]);
    }
  }
  return ranges;
}
