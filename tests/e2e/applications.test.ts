import { expect, test } from "vitest";
import { signIn } from "./support/install.ts";
import { apply, confirmApplication, meetAffiliate, openForApplications } from "./support/joining.ts";
import { usePeople } from "./support/people.ts";
import { openProgram } from "./support/selling.ts";

const people = usePeople();

test("people apply: a rule approves one without scripts, the merchant approves another", async () => {
  const merchant = await people.meet();
  await signIn(merchant, "apply-store");
  await openProgram(merchant.page, "Summer creators", "10");
  const link = await openForApplications(merchant.page, "Summer creators");

  const ana = await people.meet({ javaScriptEnabled: false });
  await ana.page.goto(link);
  await ana.page.getByText("Earn 10% of each sale.").first().waitFor();
  await apply(ana, { name: "Ana Ruiz", email: "ana@apply.example", audience: "10K" });
  await confirmApplication(ana, "ana@apply.example");
  await ana.page.getByRole("heading", { name: "You're in", level: 1 }).waitFor();
  const affiliate = await meetAffiliate(people, "ana@apply.example");

  const ben = await people.meet();
  await ben.page.goto(link);
  await apply(ben, { name: "Ben Okri", email: "ben@apply.example", audience: "1K" });
  await confirmApplication(ben, "ben@apply.example");
  await ben.page.getByRole("heading", { name: "Thanks for applying", level: 1 }).waitFor();

  const { page } = merchant;
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "1 new application" }).click();
  await page.getByRole("heading", { name: "Applications", level: 1 }).waitFor();
  await page.getByRole("columnheader", { name: "Audience" }).first().waitFor();
  await page.getByRole("link", { name: "Ben Okri" }).first().click();
  const drawer = page.getByRole("dialog", { name: "Ben Okri" });
  await drawer.getByText("instagram.example/me").waitFor();
  await drawer.getByRole("button", { name: "Approve" }).click();
  const question = page.getByRole("dialog", { name: "Approve 1 application?" });
  await question.getByLabel("Message (optional)").fill("Great photos!");
  await question.getByRole("button", { name: "Approve 1" }).click();
  await page.getByText("1 application approved", { exact: true }).waitFor();
  await page.goto("/dashboard/affiliates/applications?status=approved");
  await page.getByText("Approved by rule: Large audience").first().waitFor();

  const second = await meetAffiliate(people, "ben@apply.example");
  for (const person of [merchant, affiliate, ben, second]) expect(person.problems).toEqual([]);
});
