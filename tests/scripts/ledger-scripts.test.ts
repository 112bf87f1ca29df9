import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { closeDatabase } from "#app/platform/db.server.ts";
import { commissionOf } from "../flows/ledger/falsifications.ts";
import { withFalsified } from "../flows/ledger/falsify.ts";
import { newDatabase } from "../support/new-database.ts";
import { makeRichBooks, type RichBooks } from "../flows/ledger/rich-books.ts";

let database: Awaited<ReturnType<typeof newDatabase>>;
let books: RichBooks;

beforeAll(async () => {
  database = await newDatabase(inject("template"));
  books = await makeRichBooks();
});
afterAll(async () => {
  await closeDatabase();
  await database.remove();
});

type Ended = { code: number | null; said: string; complained: string };

/** Runs a script as a process of its own beside this one, on the same database. */
function run(script: string, ...args: string[]): Promise<Ended> {
  const file = fileURLToPath(new URL(`../../scripts/${script}`, import.meta.url));
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file, ...args], { env: process.env, stdio: "pipe" });
    let [said, complained] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (complained += chunk.toString()));
    child.once("close", (code) => resolve({ code, said: said.trim(), complained: complained.trim() }));
  });
}

const scripts = [
  ["verify-ledger.ts", "1 shop, 8 orders checked: 0 differences."],
  ["replay.ts", "8 orders, 15 commissions replayed: 0 differences."],
] as const;

test.each(scripts)("%s says that books which agree do, and ends well", async (script, said) => {
  const args = script === "replay.ts" ? ["--shop", books.domain] : [];
  expect(await run(script, ...args)).toEqual({ code: 0, said, complained: "" });
});

test("both name the commission that somebody falsified, and end with 1", async () => {
  const key = await commissionOf("clicked")(books);
  const row = {
    table: "commissions",
    where: sql`commission_id = ${key}`,
    set: { inputs: sql`jsonb_set(inputs, '{reached,fallback,orders}', '0')` },
  };
  await withFalsified(books.shopId, row, async () => {
    for (const [script, ...args] of [["verify-ledger.ts"], ["replay.ts", "--shop", books.domain]] as const) {
      const { code, complained } = await run(script, ...args);
      expect(code).toBe(1);
      expect(complained.split("\n")[0]).toContain(`${books.shopId}: commissions ${key}: `);
    }
  });
});

test("a replay that is to be kept can be looked at, and an unknown shop is told", async () => {
  const { said } = await run("replay.ts", "--shop", books.domain, "--keep");
  expect(said).toMatch(/They stand in the schema replay_\d+_\d+\.$/);
  expect(await run("replay.ts", "--shop", "nobody")).toMatchObject({
    code: 1,
    complained: "There is no shop nobody.myshopify.com.",
  });
});
