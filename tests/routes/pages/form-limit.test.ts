import { expect, it } from "vitest";
import { action as settings } from "../../../app/routes/admin/settings.tsx";
import { formRequest, makeMerchant } from "../../support/merchant.ts";

async function post(token: string): Promise<number | undefined> {
  const answer = await settings({ request: formRequest(token, "/dashboard/settings", [["intent", "no"]]) });
  return "init" in answer ? answer.init?.status : undefined;
}

it("slows down a program that posts forms, and tells it so; another shop is not held up", async () => {
  const [busy, other] = await Promise.all([makeMerchant(), makeMerchant()]);
  const statuses = await Promise.all(Array.from({ length: 200 }, () => post(busy.token)));
  expect(statuses).toContain(400);
  expect(statuses).toContain(429);
  expect(await post(other.token)).toBe(400);
});
