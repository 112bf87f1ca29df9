import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { refuse } from "#app/domain/refusal.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { programs } from "#app/store/schema/programs.ts";
import { makeMerchant } from "../support/merchant.ts";

it("rolls back what was written before a refusal, and keeps what an answer follows", async () => {
  const { shopId } = await makeMerchant();
  const rename = (name: string) => (tx: Tx) =>
    tx.update(programs).set({ name }).where(eq(programs.shopId, shopId));
  const names = async () =>
    (await db().select().from(programs).where(eq(programs.shopId, shopId))).map((one) => one.name);
  const no = refuse("conflict", { code: "failed", message: "Not now" });
  const answer = await inTransaction(async (tx) => {
    await rename("Refused")(tx);
    return no;
  });
  expect(answer).toBe(no);
  expect(await names()).not.toContain("Refused");
  await inTransaction(rename("Kept"));
  expect(await names()).toEqual(["Kept"]);
});
