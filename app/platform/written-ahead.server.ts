import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Bytes that are read from the file at once. */
const chunkBytes = 64 * 1024;

/** A client starts reading at once or never: answers to HEAD, and to clients that left, are not read. */
const mostIdleMs = 60_000;

/** The reader left, so there is no need to write the rest. */
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
  /** How `read` ends after the last byte: with this work, or with the error that it threw. */
  readonly endWith: (work: Promise<unknown>) => void;
  /** All that was put, from the beginning, while more may come; to be read once. */
  readonly read: () => AsyncGenerator<Uint8Array, void>;
};

/**
 * A buffer between a fast writer and a slow reader, in a file without a name. Neither memory nor the writer's
 * transaction waits for a slow connection. The file goes with its reader, with work that ends unread, and with the
 * process.
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
