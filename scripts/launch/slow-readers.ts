import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createRequire } from "node:module";

type Remix = { writeReadableStreamToWritable: (body: ReadableStream<Uint8Array>, to: Sent) => Promise<void> };
/** What compresses on the way adds `flush`. */
type Sent = ServerResponse & { flush?: () => void };

/**
 * Has remix-serve send a body as fast as it is taken, and end it with its reader. Remix writes as fast as the body gives
 * it, so that a file of a slow line would lie in memory as a whole, and goes on to its end for somebody who is gone.
 */
export function sendAsItIsTaken(): void {
  const remix = createRequire(import.meta.url)("@remix-run/node") as Remix;
  remix.writeReadableStreamToWritable = send;
}

async function send(body: ReadableStream<Uint8Array>, to: Sent): Promise<void> {
  const reader = body.getReader();
  const gone = new AbortController();
  to.once("close", () => {
    gone.abort();
    reader.cancel().catch(() => undefined);
  });
  try {
    // Part after part is what sending means.
    /* oxlint-disable no-await-in-loop */
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const isTaken = to.write(part.value);
      to.flush?.();
      if (!isTaken) await once(to, "drain", { signal: gone.signal });
    }
    /* oxlint-enable no-await-in-loop */
    to.end();
  } catch (error) {
    if (gone.signal.aborted) return;
    to.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}
