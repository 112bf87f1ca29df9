import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Bytes that are read from the file at once. */
const chunkBytes = 64 * 1024;

/** Nobody begins so late to read: an answer to HEAD, or to who left before it was made, is never read at all. */
const mostIdleMs = 60_000;

/** Whoever reads has gone: nobody needs what would be written. */
export class ReaderIsGone extends Error {
  override name = "ReaderIsGone";
}

const nothing = (): void => {};

export type WrittenAhead = {
  /**
   * Adds a text, or bytes, at the end.
   * @throws ReaderIsGone
   */
  readonly put: (some: string | Uint8Array) => Promise<void>;
  /** Resolves with the first of it. */
  readonly begun: Promise<void>;
  /** What `read` does once it has come to the end: it ends with this work, or throws what the work threw. */
  readonly endWith: (work: Promise<unknown>) => void;
  /** All that was put, from the beginning, while more may come; to be read once. */
  readonly read: () => AsyncGenerator<Uint8Array, void>;
};

/**
 * What is written as fast as it comes and read as slowly as somebody likes: what lies between is in a file without a
 * name, so that neither memory nor the writer's transaction waits for a slow line. It goes with its reader, with work
 * that ended unread, and with the process.
 */
export async function openWrittenAhead(): Promise<WrittenAhead> {
  const path = join(tmpdir(), `written-ahead-${randomUUID()}`);
  const file = await open(path, "ax+", 0o600);
  await rm(path);
  let written = 0;
  let isOver = false;
  let fault: Error | null = null;
  let isGone = false;
  const unread = setTimeout(leave, mostIdleMs).unref();
  let wakeReader = nothing;
  let sayBegun = nothing;
  const begun = new Promise<void>((resolve) => (sayBegun = resolve));

  function end(reason: Error | null): void {
    isOver = true;
    fault = reason;
    wakeReader();
    if (isGone || written === 0) leave();
  }

  function leave(): void {
    clearTimeout(unread);
    isGone = true;
    if (isOver) void file.close();
  }

  function throwFault(): void {
    if (fault !== null) throw fault;
  }

  async function* read(): AsyncGenerator<Uint8Array, void> {
    const chunk = Buffer.alloc(chunkBytes);
    clearTimeout(unread);
    try {
      for (let position = 0; ;) {
        if (position < written) {
          const { bytesRead } = await file.read(chunk, 0, chunkBytes, position);
          position += bytesRead;
          yield Uint8Array.from(chunk.subarray(0, bytesRead));
        } else if (isOver) {
          return throwFault();
        } else {
          await new Promise<void>((resolve) => (wakeReader = resolve));
        }
      }
    } finally {
      leave();
    }
  }

  return {
    begun,
    read,
    async put(some) {
      if (isGone) throw new ReaderIsGone("Nobody reads this any more.");
      const bytes = typeof some === "string" ? Buffer.from(some) : some;
      await file.appendFile(bytes);
      written += bytes.byteLength;
      sayBegun();
      wakeReader();
    },
    endWith(work) {
      work.then(
        () => end(null),
        (error: unknown) =>
          end(error instanceof Error ? error : new Error("The file could not be written", { cause: error })),
      );
    },
  };
}
