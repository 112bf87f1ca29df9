import { createHash } from "node:crypto";
import { firstRows, findDelimiter, tableReader } from "#app/domain/imports/find-table.ts";
import { importLimits, type ImportTable, type TableSource } from "#app/domain/imports/import-reading.ts";
import { isRefusal, type Refusal, refuse } from "#app/domain/refusal.ts";
import { decodeAs, markedEncoding, oneByteEncoding } from "#app/domain/tables/decode-text.ts";
import { foreignFile } from "#app/domain/tables/file-kind.ts";
import type { Encoding } from "#app/domain/tables/table.ts";
import { decryptDocument, encryptDocument } from "#app/platform/crypto.server.ts";
import { db } from "#app/platform/db.server.ts";
import { XlsxError } from "#app/platform/read-xlsx.server.ts";
import { OpenQuoteError, splitCsv } from "#app/platform/split-csv.ts";
import { countFiles, deleteChunks, insertChunk, type StoredFile } from "#app/store/file-chunks.ts";
import { csvLines, workbookLines } from "./file-lines.ts";

/** The bytes of an upload, as they arrive or all at once. */
export type FileBytes = Uint8Array | AsyncIterable<Uint8Array>;

/** A stored file with its table. `contentHash` is equal for equal files. */
export type KeptFile = { readonly contentHash: string; readonly table: ImportTable };

/** Files of a store that wait to be imported, audited or discarded. */
const mostFiles = 20;

/**
 * Stores a file in sealed parts and finds its table, holding one part in memory at a time. A file that is refused, or
 * whose upload breaks off, leaves nothing behind. `known` may end the reading of a file that is stored already.
 */
export async function keepFile<Known = never>(
  file: StoredFile,
  { bytes, now, mostRows, known }: KeepInput<Known>,
): Promise<KeptFile | KnownFile<Known> | Refusal> {
  if ((await countFiles(db(), file.shopId)) >= mostFiles) {
    return refuse("conflict", { code: "too_many_files", most: mostFiles }, "file");
  }
  let isKept = false;
  try {
    const stored = await storeParts(file, bytes, now);
    if (isRefusal(stored)) return stored;
    const same = (await known?.(stored.contentHash)) ?? null;
    if (same !== null) return { known: same } as KnownFile<Known>;
    const table = await findTable(file, stored, mostRows);
    isKept = !isRefusal(table);
    return isRefusal(table) ? table : { contentHash: stored.contentHash, table };
  } finally {
    if (!isKept) await deleteChunks(db(), file);
  }
}

type KnownFile<Known> = [Known] extends [never] ? never : { readonly known: Known };

type KeepInput<Known> = {
  readonly bytes: FileBytes;
  readonly now: Date;
  readonly mostRows: number;
  readonly known?: (contentHash: string) => Promise<Known | null>;
};

/** A table as its import or audit keeps it until the file is deleted. */
export const sealTable = (table: ImportTable, context: string): string =>
  encryptDocument(Buffer.from(JSON.stringify(table)), context);

export const openTable = (sealed: string, context: string): ImportTable =>
  JSON.parse(decryptDocument(sealed, context).toString("utf8")) as ImportTable;

const partBytes = 1_000_000;

/** Facts about a file after its last byte. */
type StoredParts = {
  readonly contentHash: string;
  readonly start: Buffer;
  /** A part that is no UTF-8. Null if all are. */
  readonly otherText: Buffer | null;
};

async function storeParts(file: StoredFile, bytes: FileBytes, now: Date): Promise<StoredParts | Refusal> {
  const hash = createHash("sha256");
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let [start, otherText, size]: [Buffer | null, Buffer | null, number] = [null, null, 0];
  let ordinal = 0;
  for await (const part of partsOf(bytes)) {
    const fault =
      (start === null ? faultOfStart(part) : null) ?? faultOfSize(start ?? part, size + part.length);
    if (fault) return fault;
    start ??= part;
    size += part.length;
    hash.update(part);
    if (otherText === null && !isTextIn(utf8, part)) otherText = part;
    await insertChunk(db(), file, { ordinal, bytes: part, now });
    ordinal += 1;
  }
  if (start === null) return refuse("invalid", { code: "file_empty" }, "file");
  return { contentHash: hash.digest("hex"), start, otherText };
}

/** Cuts the bytes into parts of equal size. */
async function* partsOf(bytes: FileBytes): AsyncGenerator<Buffer> {
  if (bytes instanceof Uint8Array) {
    for (let at = 0; at < bytes.length; at += partBytes) {
      yield Buffer.from(bytes.subarray(at, at + partBytes));
    }
    return;
  }
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const some of bytes) {
    waiting.push(some);
    size += some.byteLength;
    if (size < partBytes) continue;
    const all = Buffer.concat(waiting);
    const whole = size - (size % partBytes);
    for (let at = 0; at < whole; at += partBytes) yield all.subarray(at, at + partBytes);
    waiting = [all.subarray(whole)];
    size -= whole;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

const isWorkbook = (start: Buffer): boolean => start.subarray(0, 2).toString("latin1") === "PK";

const kindBytes = 2000;

function faultOfStart(start: Buffer): Refusal | null {
  if (isWorkbook(start)) return null;
  const begin = start.subarray(0, kindBytes);
  if (isBinary(begin)) return refuse("invalid", { code: "file_kind", what: "not_text" }, "file");
  // A single byte of zero is a fault of its row.
  return foreignFile(markedEncoding(begin) === null ? (begin.filter((byte) => byte !== 0) as Buffer) : begin);
}

/** True if more than one byte in fifty is no character of a text. */
function isBinary(begin: Buffer): boolean {
  if (markedEncoding(begin) !== null) return false;
  const odd = begin.filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length;
  return odd * 50 > begin.length;
}

function faultOfSize(start: Buffer, size: number): Refusal | null {
  const { bytes } = isWorkbook(start) ? importLimits.xlsx : importLimits.csv;
  if (size <= bytes) return null;
  return refuse("invalid", { code: "file_too_large", megabytes: bytes / 1_000_000 }, "file");
}

function isTextIn(utf8: TextDecoder, part: Buffer): boolean {
  try {
    utf8.decode(part, { stream: true });
    return true;
  } catch {
    return false;
  }
}

async function findTable(
  file: StoredFile,
  { start, otherText }: StoredParts,
  mostRows: number,
): Promise<ImportTable | Refusal> {
  try {
    if (isWorkbook(start)) return await findInWorkbook(file);
    const encoding = markedEncoding(start) ?? (otherText === null ? "utf-8" : oneByteEncoding(otherText));
    return await findInCsv(file, { encoding, start, mostRows });
  } catch (error) {
    if (error instanceof XlsxError) return refuse("invalid", { code: "file_damaged" }, "file");
    if (!(error instanceof OpenQuoteError)) throw error;
    const { row, column } = error;
    return refuse("invalid", { code: "file_cut_off", row, column }, "file");
  }
}

async function findInWorkbook(file: StoredFile): Promise<ImportTable | Refusal> {
  const { rows } = importLimits.xlsx;
  const reader = tableReader({ format: "xlsx", encoding: "xlsx", delimiter: "," }, rows);
  return reader.add(await workbookLines(db(), file)) ?? reader.end();
}

/** Characters by which the delimiter is chosen. */
const startLength = 200_000;

type CsvInput = { readonly encoding: Encoding; readonly start: Buffer; readonly mostRows: number };

async function findInCsv(
  file: StoredFile,
  { encoding, start, mostRows }: CsvInput,
): Promise<ImportTable | Refusal> {
  const text = decodeAs(start.subarray(0, startLength), encoding);
  const delimiter = findDelimiter(text, (some, one) => splitCsv(some, one, firstRows));
  const shown = delimiter === "\t" ? "tab" : delimiter;
  const source: Omit<TableSource, "headerRow"> = { encoding, delimiter };
  const reader = tableReader({ format: `${encoding} ${shown}`, ...source }, mostRows);
  for await (const lines of csvLines(db(), file, { encoding, delimiter })) {
    const fault = reader.add(lines);
    if (fault) return fault;
  }
  return reader.end();
}
