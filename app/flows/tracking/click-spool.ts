import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { decrypt, encrypt } from "#app/platform/crypto.server.ts";
import { env } from "#app/platform/env.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { openSpool, type Spool } from "#app/platform/spool.server.ts";
import type { KeptClick } from "./keep-clicks.ts";
import type { UnknownClick } from "./unknown-click.ts";

/** What waits on the disk: a click of a known link, or of a code that nobody could be asked about. */
export type SpooledItem =
  ({ readonly kind: "kept" } & KeptClick) | ({ readonly kind: "unknown" } & UnknownClick);

const context = "click spool";
let opened: Spool | undefined;
let lost = 0;

/** The spool of this process, in the folder that the processes of this machine share. */
export function clickSpool(): Spool {
  opened ??= openSpool(join(env().DATA_DIR, "spool", "clicks"));
  return opened;
}

/** Puts clicks on the disk, sealed; `store-spooled.ts` takes them from there. Never rejects: what the disk does not take either is counted as lost. */
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

/** What a line holds; null for one that is damaged, or sealed under another secret. */
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
  /** On this machine's disk, until the database takes them. */
  readonly waiting: number;
  /** On this machine's disk, because the database refuses them. */
  readonly setAside: number;
  /** By this process, since it started. */
  readonly lost: number;
};

/** What of this machine's clicks is not in the database. */
export async function waitingClicks(): Promise<WaitingClicks> {
  return { ...(await clickSpool().count()), lost };
}

/** Whether this machine's disk takes clicks now, by writing a file and removing it. */
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
