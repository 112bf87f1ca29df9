import { once } from "node:events";
import type { ServerResponse } from "node:http";

/** Compression on the way adds `flush`. */
type Outgoing = ServerResponse & { flush?: () => void };

/** Sends Remix's answer. */
export async function sendResponse(response: Response, outgoing: Outgoing): Promise<void> {
  outgoing.statusMessage = response.statusText;
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  // The browser of a live screen counts as connected before the first event.
  if (response.headers.get("Content-Type")?.startsWith("text/event-stream")) outgoing.flushHeaders();
  if (response.body) await sendBody(response.body, outgoing);
  else outgoing.end();
}

/**
 * Reads a body only as fast as the client takes it, so that a large file for a slow connection does not fill the memory,
 * and cancels it when the client has gone.
 */
async function sendBody(body: ReadableStream<Uint8Array>, outgoing: Outgoing): Promise<void> {
  const reader = body.getReader();
  const gone = new AbortController();
  outgoing.once("close", () => {
    gone.abort();
    reader.cancel().catch(() => undefined);
  });
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const isTaken = outgoing.write(part.value);
      outgoing.flush?.();
      if (!isTaken) await once(outgoing, "drain", { signal: gone.signal });
    }
    outgoing.end();
  } catch (error) {
    if (gone.signal.aborted) return;
    outgoing.destroy();
    throw error;
  }
}
