import { expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { startBacktest } from "#app/flows/backtests/start-backtest.ts";
import { decidedAt } from "../../support/decided.ts";
import { dayIn } from "#app/platform/clock.ts";
import { makeMerchant } from "../../support/merchant.ts";

it("of many backtests that are asked for at once three are taken", async () => {
  const { shop, programId, actor } = await makeMerchant();
  const by = { actor, now: decidedAt };
  const asked = Array.from({ length: 6 }, () => startBacktest({ shop, ...by }, { programId }, {}));
  const refusals = (await Promise.all(asked)).filter(isRefusal);
  expect(refusals.map((one) => one.refused)).toEqual(["conflict", "conflict", "conflict"]);
});

it("days that are not here yet are refused at their field", async () => {
  const { shop, programId, actor } = await makeMerchant();
  const ask = (firstDay: string, lastDay: string) =>
    startBacktest({ shop, actor, now: decidedAt }, { programId }, { firstDay, lastDay });
  const today = dayIn(shop.timeZone, decidedAt);
  const tomorrow = dayIn(shop.timeZone, new Date(decidedAt.getTime() + 86_400_000));
  expect(await ask(today, "9999-12-31")).toMatchObject({ errors: [{ field: "lastDay" }] });
  expect(await ask(today, tomorrow)).toMatchObject({ errors: [{ field: "lastDay" }] });
  expect(await ask(tomorrow, tomorrow)).toMatchObject({ errors: [{ field: "firstDay" }] });
  expect(await ask(tomorrow, today)).toMatchObject({ errors: [{ field: "firstDay" }] });
  expect(isRefusal(await ask(today, today))).toBe(false);
});
