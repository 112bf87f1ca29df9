import { expect, it } from "vitest";
import { knock } from "../support/app-doors.ts";
import { appUrl } from "../support/browser.ts";
import { formRequest, makeMerchant } from "../support/merchant.ts";

const page = "/dashboard/settings/health";

const check = (token: string) =>
  knock(new Request(`${appUrl}${page}/checks`, { headers: { Cookie: `merchant_session=${token}` } }));

it("the health checks of a shop run 6 times at once, and those of another shop still run", async () => {
  const [{ token }, other] = await Promise.all([makeMerchant(), makeMerchant()]);
  const answers = await Promise.all(Array.from({ length: 8 }, () => check(token)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  expect((await check(other.token)).status).toBe(200);
});

it("a shop sends 5 test emails at once", async () => {
  const { token } = await makeMerchant();
  const send = () => knock(formRequest(token, page, [["intent", "test-email"]]));
  const answers = await Promise.all(Array.from({ length: 6 }, send));
  const limited = answers.filter(({ text }) => text.includes("Too many requests"));
  expect(limited).toHaveLength(1);
});
