import { crc32, deflateRawSync } from "node:zlib";

const BLOCK = 512;
/** The first of January 1980, the earliest time that a zip can have. */
const ZIP_DATE = (1 << 5) | 1;
/** Unix, and version 2.0 of the format. */
const MADE_BY = (3 << 8) | 20;
const DEFLATED = 8;
const UTF8_NAMES = 0x800;
/** A file that its owner may write and everyone may read. */
const MODE = 0o100644;

/** Names and contents of an archive's files. */
type Contents = ReadonlyMap<string, Uint8Array>;

/** Returns an archive (ustar). The same files have the same bytes. */
export function tar(contents: Contents): Buffer {
  const blocks: Uint8Array[] = [];
  for (const [name, bytes] of contents) {
    const rest = -bytes.byteLength & (BLOCK - 1);
    blocks.push(header(name, bytes.byteLength), bytes, Buffer.alloc(rest));
  }
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

/** Returns the block before a file of a size in bytes. Its sum is counted with blanks in the sum's place. */
function header(name: string, size: number): Buffer {
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  const block = Buffer.alloc(BLOCK);
  const fields: readonly (readonly [number, string])[] = [
    [0, name],
    [100, octal(0o644, 7)],
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(size, 11)],
    [136, octal(499_162_500, 11)],
    [148, " ".repeat(8)],
    [156, "0"],
    [257, "ustar\u000000"],
  ];
  for (const [at, text] of fields) block.write(text, at, "latin1");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)}\0 `, 148, "latin1");
  return block;
}

/** Returns an archive (zip). The same files have the same bytes. */
export function zip(contents: Contents): Buffer {
  const files: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [name, bytes] of contents) {
    const path = Buffer.from(name);
    const packed = deflateRawSync(bytes, { level: 9 });
    const facts = joined([
      [2, 20],
      [2, UTF8_NAMES],
      [2, DEFLATED],
      [2, 0],
      [2, ZIP_DATE],
      [4, crc32(bytes)],
      [4, packed.byteLength],
      [4, bytes.byteLength],
      [2, path.byteLength],
      [2, 0],
    ]);
    const entry = joined([
      [2, 0],
      [2, 0],
      [2, 0],
      [4, MODE * 2 ** 16],
      [4, offset],
    ]);
    directory.push(
      joined([
        [4, 0x02014b50],
        [2, MADE_BY],
      ]),
      facts,
      entry,
      path,
    );
    const file = [joined([[4, 0x04034b50]]), facts, path, packed];
    files.push(...file);
    offset += sizeOf(file);
  }
  const end = joined([
    [4, 0x06054b50],
    [4, 0],
    [2, contents.size],
    [2, contents.size],
    [4, sizeOf(directory)],
    [4, offset],
    [2, 0],
  ]);
  return Buffer.concat([...files, ...directory, end]);
}

/** Returns numbers of 2 or 4 bytes, the lowest byte first. */
function joined(numbers: readonly (readonly [size: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    numbers.map(([size, value]) => {
      const bytes = Buffer.alloc(size);
      bytes.writeUIntLE(value, 0, size);
      return bytes;
    }),
  );
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((total, { byteLength }) => total + byteLength, 0);
}
