import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, textArray } from "#app/platform/db.server.ts";

async function sentAndRead(texts: readonly (string | null)[]): Promise<unknown> {
  const { rows } = await db().execute<{ texts: unknown }>(sql`select ${textArray(texts)}::text[] as texts`);
  return rows[0]?.texts;
}

test("texts arrive as they are, whatever they contain", async () => {
  const texts = ["", "plain", 'quoted "so"', "back\\slash", "{a,b}", "NULL", "Grüße 🙂", "line\nbreak", " "];
  expect(await sentAndRead(texts)).toEqual(texts);
});

test("nulls and lists without any text arrive too", async () => {
  expect(await sentAndRead(["one", null, "", null])).toEqual(["one", null, "", null]);
  expect(await sentAndRead([null])).toEqual([null]);
  expect(await sentAndRead([])).toEqual([]);
});

test("a text that the database knows no way to keep is refused, not cut", async () => {
  await expect(sentAndRead(["nothing\u0000ness"])).rejects.toMatchObject({ cause: { code: "22021" } });
});
