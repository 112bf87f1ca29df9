import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { decrypt, encrypt } from "#app/platform/crypto.server.ts";
import { env } from "#app/platform/env.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { openSpool, type Spool } from "#app/platform/spool.server.ts";
import type { KeptClick } from "./keep-clicks.ts";
import type { UnknownClick } from "./unknown-click.ts";

/** A click on the disk: of a known link, or of a code that could not be looked up. */
export type SpooledItem =
  ({ readonly kind: "kept" } & KeptClick) | ({ readonly kind: "unknown" } & UnknownClick);

const context = "click spool";
let opened: Spool | undefined;
let lost = 0;

/** The spool of this process, in the folder shared by the processes of this machine. */
export function clickSpool(): Spool {
  opened ??= openSpool(join(env().DATA_DIR, "spool", "clicks"));
  return opened;
}

/**
 * Writes clicks to the disk, sealed. `store-spooled.ts` reads them. Never rejects: if the disk fails too, the
 * clicks are counted as lost.
 */
export async function spoolItems(items: readonly SpooledItem[]): Promise<void> {
  try {
    await clickSpool().append(items.map((item) => encrypt(JSON.stringify(item), context)));
  } catch (error) {
    lost += items.length;
    log.error("Clicks are lost: neither the database nor the disk took them", {
      clicks: items.length,
      lostSinceStart: lost,
      ...describeError(error),
    });
  }
}

/** Null if the line is damaged, or sealed under another secret. */
export function openItem(line: string): SpooledItem | null {
  try {
    const item = JSON.parse(decrypt(line, context)) as SpooledItem;
    if (item.kind === "unknown") return { ...item, occurredAt: new Date(item.occurredAt) };
    return { ...item, click: { ...item.click, occurredAt: new Date(item.click.occurredAt) } };
  } catch {
    return null;
  }
}

export type WaitingClicks = {
  /** Clicks on this machine's disk, until the database takes them. */
  readonly waiting: number;
  /** Clicks on this machine's disk that the database refuses. */
  readonly setAside: number;
  /** Clicks that this process lost since it started. */
  readonly lost: number;
};

/** Numbers of this machine's clicks that are not in the database. */
export async function waitingClicks(): Promise<WaitingClicks> {
  return { ...(await clickSpool().count()), lost };
}

/** True if this machine's disk takes clicks now. Tests it by writing and removing a file. */
export async function canSpoolClicks(): Promise<boolean> {
  const folder = join(env().DATA_DIR, "spool");
  const file = join(folder, `probe-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(file, "probe");
    await rm(file);
    return true;
  } catch (error) {
    log.error("The disk does not take clicks", describeError(error));
    return false;
  }
}
