import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { openWrittenAhead } from "#app/platform/written-ahead.server.ts";
import { csvLine, csvMark, csvType, fileResponse } from "./csv.ts";

/** Adds to a file; whoever writes waits for it. */
export type Put = (some: string | Uint8Array) => Promise<void>;

/**
 * So many files are read at once: each holds a connection of the database while it is, and screens need those, too.
 * The others wait for their turn.
 */
const mostAtOnce = 4;

let begun = 0;
const waiting: (() => void)[] = [];

async function waitForTurn(): Promise<void> {
  if (begun >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else begun += 1;
}

/** The place goes to who has waited longest. */
function endTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else begun -= 1;
}

/**
 * A file of what `write` puts. It is written as fast as the database gives it, and sent as fast as it is taken: a slow
 * line holds nothing of the database. Whoever goes away ends the writing. What is refused before anything was put is
 * said; afterwards it breaks the file off.
 */
export async function writtenFile(
  about: { readonly fileName: string; readonly type: string },
  write: (put: Put) => Promise<null | Refusal>,
): Promise<Response | Refusal> {
  await waitForTurn();
  const file = await openWrittenAhead().catch((error: unknown) => {
    // A disk that is full for a while must not leave the places taken for good.
    endTurn();
    throw error;
  });
  const writing = write(file.put).finally(endTurn);
  // Half a file that looks whole would be worse than a download that breaks off.
  file.endWith(writing.then(throwRefusal));
  // What cannot be read in time is said before anything is sent.
  const refused = await Promise.race([file.begun, writing]);
  if (isRefusal(refused)) return refused;
  return fileResponse(about, file.read());
}

function throwRefusal(answer: null | Refusal): void {
  if (isRefusal(answer)) throw new Error(answer.message);
}

type Csv<Rows> = {
  /** Its first line, which may depend on what is read. */
  readonly head: readonly string[] | ((first: Rows) => readonly string[]);
  /** The lines of a part of the rows. */
  readonly lines: (rows: Rows) => Iterable<string> | AsyncIterable<string>;
  /** Hands all rows over, part by part; where there are none, one part without any. */
  readonly read: (take: (rows: Rows) => Promise<void>) => Promise<null | Refusal>;
};

const charactersAtOnce = 64 * 1024;

/** A CSV file, written as its rows are read. */
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
