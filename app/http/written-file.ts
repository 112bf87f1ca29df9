import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { openWrittenAhead } from "#app/platform/written-ahead.server.ts";
import { csvLine, csvMark, csvType, fileResponse } from "./csv.ts";

/** Appends to a file. Writers have to await it. */
export type Put = (some: string | Uint8Array) => Promise<void>;

/**
 * Most files that are read from the database at once. Each one holds a connection, and screens need connections
 * too. Other files wait.
 */
const mostAtOnce = 4;

let begun = 0;
const waiting: (() => void)[] = [];

async function waitForTurn(): Promise<void> {
  if (begun >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else begun += 1;
}

/** Gives the slot to the file that has waited longest. */
function endTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else begun -= 1;
}

/**
 * A file with the content that `write` puts. It is written to disk at the speed of the database and sent at the
 * speed of the client, so a slow client holds no database connection. A client that disconnects ends the
 * writing. A refusal before the first content is returned; a later one aborts the download.
 */
export async function writtenFile(
  about: { readonly fileName: string; readonly type: string },
  write: (put: Put) => Promise<null | Refusal>,
): Promise<Response | Refusal> {
  await waitForTurn();
  const file = await openWrittenAhead().catch((error: unknown) => {
    // Otherwise a disk that is temporarily full would use up the slots for good.
    endTurn();
    throw error;
  });
  const writing = write(file.put).finally(endTurn);
  // An aborted download is better than half a file that looks complete.
  file.endWith(writing.then(throwRefusal));
  // A query that times out is reported before anything is sent.
  const refused = await Promise.race([file.begun, writing]);
  if (isRefusal(refused)) return refused;
  return fileResponse(about, file.read());
}

function throwRefusal(answer: null | Refusal): void {
  if (isRefusal(answer)) throw new Error(answer.reason.code);
}

type Csv<Rows> = {
  /** The header row. It may depend on the data. */
  readonly head: readonly string[] | ((first: Rows) => readonly string[]);
  /** The lines for a part of the rows. */
  readonly lines: (rows: Rows) => Iterable<string> | AsyncIterable<string>;
  /** Reads all rows in parts. Without any rows it passes one empty part. */
  readonly read: (take: (rows: Rows) => Promise<void>) => Promise<null | Refusal>;
};

const charactersAtOnce = 64 * 1024;

/** A CSV file that is written while its rows are read. */
export async function csvFile<Rows>(
  fileName: string,
  { head, lines, read }: Csv<Rows>,
): Promise<Response | Refusal> {
  return await writtenFile({ fileName, type: csvType }, async (put) => {
    let hasHead = false;
    return await read(async (rows) => {
      const first = typeof head === "function" ? head(rows) : head;
      let text = hasHead ? "" : csvMark + csvLine(first);
      hasHead = true;
      for await (const line of lines(rows)) {
        text += line;
        if (text.length < charactersAtOnce) continue;
        await put(text);
        text = "";
      }
      if (text !== "") await put(text);
    });
  });
}
