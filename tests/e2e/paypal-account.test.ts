import { expect, test } from "vitest";
import { storePaypal } from "../../scripts/launch/stack.ts";
import { accessibilityFaults, overflow } from "./support/inspect.ts";
import { signIn } from "./support/install.ts";
import { usePeople } from "./support/people.ts";

const people = usePeople();

test("a merchant connects a PayPal account, is told of a wrong secret, and disconnects it", async () => {
  const merchant = await people.meet();
  await signIn(merchant, "account-store");
  const { page, problems } = merchant;
  await page.goto("/dashboard/settings/payouts");
  await page.getByText("Connect your PayPal business account to pay affiliates by PayPal.").waitFor();
  await page.getByRole("button", { name: "Connect PayPal" }).click();
  await page.getByLabel("Environment").selectOption("sandbox");
  await page.getByLabel("Client ID").fill(storePaypal.id);
  await page.getByLabel("Secret").fill("wrong");
  const connect = page.getByRole("button", { name: "Connect PayPal" });
  await connect.click();
  await page.getByText("PayPal doesn't accept this client ID and secret.").waitFor();
  await page.getByLabel("Secret").fill(storePaypal.secret);
  await connect.click();
  await page.getByText("Client ID stor…").waitFor();
  await page.getByText("Payouts send no real money").waitFor();
  const wider = await overflow(page);
  expect([...(await accessibilityFaults(page)), wider].filter(Boolean)).toEqual([]);
  await page.reload();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await page.getByText("PayPal disconnected").waitFor();
  await page.getByText("Connect your PayPal business account to pay affiliates by PayPal.").waitFor();
  // The browser itself reports an answer of 400.
  expect(problems.filter((one) => !one.includes("400"))).toEqual([]);
});
