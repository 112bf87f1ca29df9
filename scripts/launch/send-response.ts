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
  let isGone = false;
  let taken = Promise.withResolvers<void>();
  // One listener for all parts: with compression `on` listens to its stream, and `off` does not remove that listener.
  outgoing.on("drain", () => taken.resolve());
  outgoing.once("close", () => {
    isGone = true;
    reader.cancel().catch(() => undefined);
    taken.resolve();
  });
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      taken = Promise.withResolvers();
      const isTaken = outgoing.write(part.value);
      outgoing.flush?.();
      if (!isTaken) await taken.promise;
    }
    if (!isGone) outgoing.end();
  } catch (error) {
    if (isGone) return;
    outgoing.destroy();
    throw error;
  }
}
