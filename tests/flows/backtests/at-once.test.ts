import { expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { startBacktest } from "#app/flows/backtests/start-backtest.ts";
import { decidedAt } from "../../support/decided.ts";
import { makeMerchant } from "../../support/merchant.ts";

it("of many backtests that are asked for at once three are taken", async () => {
  const { shop, programId, actor } = await makeMerchant();
  const by = { actor, now: decidedAt };
  const asked = Array.from({ length: 6 }, () => startBacktest(shop, programId, {}, by));
  const refusals = (await Promise.all(asked)).filter(isRefusal);
  expect(refusals.map((one) => one.refused)).toEqual(["conflict", "conflict", "conflict"]);
});
