import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, stat, unlink, type FileHandle } from "node:fs/promises";
import { join } from "node:path";

/** A file that this process appends to. */
export type OpenFile = { readonly handle: FileHandle; readonly path: string; lines: number; bytes: number };

/** A living process releases its file within seconds. An older one belongs to no process, on whatever machine. */
const abandonedMs = 60_000;

function newName(): string {
  return `${Date.now()}-${process.pid}-${randomBytes(4).toString("hex")}`;
}

export async function openFile(folder: string): Promise<OpenFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${newName()}.open`);
  const handle = await open(path, "ax", 0o600);
  await syncFolder(folder);
  return { handle, path, lines: 0, bytes: 0 };
}

/** Appends lines. They are on the disk when this resolves. */
export async function appendTo(file: OpenFile, lines: readonly string[]): Promise<void> {
  const text = `${lines.join("\n")}\n`;
  await file.handle.appendFile(text);
  await file.handle.datasync();
  file.lines += lines.length;
  file.bytes += text.length;
}

/** Closes the file and lets others read it. */
export async function giveFree(file: OpenFile): Promise<void> {
  await file.handle.close().catch(() => {});
  // If the file is gone, another process took it to read.
  await rename(file.path, readyName(file.path, file.lines)).catch(ignoreMissing);
}

/** Takes the file of a dead process. Null if its process may still write to it. */
export async function takeOver(folder: string, name: string): Promise<string | null> {
  const path = join(folder, name);
  const pid = Number(name.split("-")[1]);
  const changed = await stat(path).catch(() => null);
  if (!changed) return null;
  const isOld = Date.now() - changed.mtimeMs > abandonedMs;
  if (!isOld && pid !== process.pid && isAlive(pid)) return null;
  const ready = readyName(name, (await linesOf(path)).length);
  return rename(path, join(folder, ready)).then(
    () => ready,
    () => null,
  );
}

function readyName(name: string, lines: number): string {
  return name.replace(/\.open$/, `-${lines}.ready`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Only whole lines. A process killed during a write had not confirmed the last one. */
export async function linesOf(path: string): Promise<string[]> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    ignoreMissing(error);
    return "";
  });
  return text.split("\n").slice(0, -1);
}

export async function remove(path: string): Promise<void> {
  await unlink(path).catch(ignoreMissing);
}

/** Puts lines into a file that is not read automatically. */
export async function setAside(folder: string, lines: readonly string[]): Promise<void> {
  const handle = await open(join(folder, `${newName()}.refused`), "ax", 0o600);
  await handle.appendFile(`${lines.join("\n")}\n`);
  await handle.sync();
  await handle.close();
}

export async function countIn(folder: string): Promise<{ waiting: number; setAside: number }> {
  const counts = { waiting: 0, setAside: 0 };
  for (const name of await namesIn(folder)) {
    const named = /-(\d+)\.ready$/.exec(name)?.[1];
    const lines = named === undefined ? (await linesOf(join(folder, name))).length : Number(named);
    if (name.endsWith(".refused")) counts.setAside += lines;
    else counts.waiting += lines;
  }
  return counts;
}

export async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    ignoreMissing(error);
    return [];
  });
  return names.filter((name) => /\.(open|ready|refused)$/.test(name));
}

/** A new file's name is on the disk only after its folder is. Not every system supports this. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
}
