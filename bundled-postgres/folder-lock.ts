import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { birthOf } from "./processes.ts";

/** Another living process has the folder. Its message is one line for the person who started us. */
export class FolderInUse extends Error {
  constructor(folder: string, pid: number) {
    super(`${folder} is in use by process ${pid}. Stop that process, or set DATA_DIR to another folder.`);
    this.name = "FolderInUse";
  }
}

type Holder = { pid: number; born: string; id: string };

function readHolder(path: string): Holder | undefined {
  try {
    const held: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof held !== "object" || held === null) return undefined;
    const { pid, born, id } = held as Partial<Holder>;
    return typeof pid === "number" && typeof born === "string" && typeof id === "string"
      ? { pid, born, id }
      : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(holder: Holder): boolean {
  const born = birthOf(holder.pid);
  return born !== undefined && (born === holder.born || born === "unknown" || holder.born === "unknown");
}

function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Takes a dead owner's file away. Another starter may have been quicker: then its file is put back. */
function removeDead(path: string, dead: Holder | undefined): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = readHolder(aside);
  if (moved && moved.id !== dead?.id) tryLink(aside, path);
  rmSync(aside, { force: true });
}

/**
 * Makes this process the only user of `folder`, by the lock file at `path`. Answers how to give it back.
 * The file outlives a killed owner; the next start sees that the owner is gone and takes over.
 * @throws FolderInUse
 */
export async function lockFolder(folder: string, path: string): Promise<() => void> {
  mkdirSync(dirname(path), { recursive: true });
  const mine: Holder = { pid: process.pid, born: birthOf(process.pid) ?? "unknown", id: randomUUID() };
  const draft = `${path}.${mine.id}`;
  writeFileSync(draft, `${JSON.stringify(mine)}\n`, { mode: 0o600 });
  try {
    if (!tryLink(draft, path)) {
      const holder = readHolder(path);
      if (holder && isAlive(holder)) throw new FolderInUse(folder, holder.pid);
      removeDead(path, holder);
      tryLink(draft, path);
    }
    // Starters that found the same dead owner need a moment to see who was last.
    await pause(100);
    const holder = readHolder(path);
    if (holder?.id !== mine.id) throw new FolderInUse(folder, holder?.pid ?? 0);
    return () => rmSync(path, { force: true });
  } finally {
    rmSync(draft, { force: true });
  }
}
