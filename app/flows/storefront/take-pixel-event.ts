import { join } from "node:path";
import { decrypt, encrypt } from "#app/platform/crypto.server.ts";
import { isRefusedValue } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { within } from "#app/platform/coalesce.ts";
import { openSpool, type Spool } from "#app/platform/spool.server.ts";
import { type CheckoutSeen, keepPixelEvent } from "./keep-pixel-event.ts";

/** Nobody looks at the answer; a database that takes longer is as good as away. */
const patienceMs = 10_000;
const tryAgainMs = 5000;
const context = "pixel spool";

type Waiting = { readonly seen: CheckoutSeen; readonly receivedAt: string };

let opened: Spool | undefined;
let planned = false;

/** The events that wait on this machine's disk. */
function pixelSpool(): Spool {
  opened ??= openSpool(join(env().DATA_DIR, "spool", "pixel"));
  return opened;
}

/** Pixel events on this machine's disk: those that wait for the database, and those that it refuses. */
export async function waitingPixelEvents(): Promise<{ waiting: number; setAside: number }> {
  return await pixelSpool().count();
}

/**
 * Keeps an event of the web pixel, which tells of a checkout once and never again: while the database is away, or too
 * slow, it waits on the disk, sealed, like a click. Rejects only where the disk does not take it either.
 */
export async function takePixelEvent(seen: CheckoutSeen, now: Date, keep = keepPixelEvent): Promise<void> {
  try {
    await within(keep(seen, now), patienceMs);
  } catch (error) {
    if (isRefusedValue(error)) throw error;
    log.warn("An event of the pixel waits on this machine's disk", describeError(error));
    const waiting: Waiting = { seen, receivedAt: now.toISOString() };
    await pixelSpool().append([encrypt(JSON.stringify(waiting), context)]);
    storeSoon();
  }
}

/**
 * Keeps what waits on this machine's disk, each event once, as of when it was received; also what another process left
 * there that ended. Rejects while the database is away; then all goes on waiting. Answers how many it looked at.
 */
export async function storeSpooledPixels(): Promise<number> {
  let looked = 0;
  for (const file of await pixelSpool().take()) {
    for (const line of await pixelSpool().read(file)) {
      await storeLine(line);
      looked += 1;
    }
    await pixelSpool().remove(file);
  }
  return looked;
}

async function storeLine(line: string): Promise<void> {
  const waiting = openLine(line);
  try {
    if (waiting) await keepPixelEvent(waiting.seen, new Date(waiting.receivedAt));
    else await pixelSpool().setAside([line]);
  } catch (error) {
    if (!isRefusedValue(error)) throw error;
    log.error("An event of the pixel that waited is refused", describeError(error));
    await pixelSpool().setAside([line]);
  }
}

/** What a line holds; null for one that is damaged, or sealed under another secret. */
function openLine(line: string): Waiting | null {
  try {
    return JSON.parse(decrypt(line, context)) as Waiting;
  } catch {
    return null;
  }
}

function storeSoon(): void {
  if (planned) return;
  planned = true;
  setTimeout(() => {
    planned = false;
    storeSpooledPixels().catch(storeSoon);
  }, tryAgainMs).unref();
}
