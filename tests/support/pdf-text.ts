import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** Text of a PDF. Null if this machine has no reader. */
export async function pdfText(bytes: Buffer): Promise<string | null> {
  if (!existsSync("/usr/bin/pdftotext")) return null;
  const folder = await mkdtemp(join(tmpdir(), "statement-"));
  try {
    const file = join(folder, "statement.pdf");
    await writeFile(file, bytes);
    const { stdout } = await promisify(execFile)("/usr/bin/pdftotext", ["-layout", file, "-"]);
    return stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
