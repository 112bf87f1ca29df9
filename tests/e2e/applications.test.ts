import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { signIn } from "./support/install.ts";
import { type People, type Person, usePeople } from "./support/people.ts";
import { openProgram } from "./support/selling.ts";

const people = usePeople();

/** Opens the program with a link and a choice to answer, and a rule that approves one of the choices. */
async function openForApplications(page: Page): Promise<string> {
  await page.getByRole("link", { name: "Joining" }).first().click();
  await page.getByRole("heading", { name: "Joining: Summer creators", level: 1 }).waitFor();
  await page.getByText("Anyone can apply", { exact: true }).click();
  await page.getByRole("button", { name: "Add question" }).click();
  await page.getByLabel("Question 1", { exact: true }).fill("Instagram");
  await page.getByLabel("Answer to question 1").selectOption("link");
  await page.getByRole("button", { name: "Add question" }).click();
  await page.getByLabel("Question 2", { exact: true }).fill("Audience");
  await page.getByLabel("Answer to question 2").selectOption("choice");
  await page.getByLabel("Choices of question 2").fill("1K\n10K");
  await page.getByRole("button", { name: "Add rule" }).click();
  await page.getByLabel("Name of rule 1").fill("Large audience");
  await page.getByLabel("Condition 1 of rule 1", { exact: true }).selectOption("answer");
  await page.getByLabel("Question", { exact: true }).selectOption({ label: "Audience" });
  await page.getByLabel("Is any of").fill("10K");
  await page.getByRole("button", { name: "Save", exact: true }).last().click();
  await page.getByText("Joining saved", { exact: true }).waitFor();
  return await page.getByText(/\/join\/apply-store\/summer-creators$/).innerText();
}

async function apply(
  { page }: Person,
  link: string,
  given: { name: string; email: string; audience: string },
) {
  await page.goto(link);
  await page.getByText("Earn 10% of each sale.").first().waitFor();
  await page.getByLabel("Name", { exact: true }).fill(given.name);
  await page.getByLabel("Email", { exact: true }).fill(given.email);
  await page.getByLabel("Instagram (optional)").fill("instagram.example/me");
  await page.getByLabel("Audience (optional)").selectOption(given.audience);
  await page.getByRole("checkbox", { name: "I agree to the program terms." }).check();
  // A form that comes back within three seconds is taken for a program's.
  await page.waitForTimeout(3500);
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("heading", { name: "Check your email", level: 1 }).waitFor();
}

/** Opens the link in the newest email to this address that has such a subject, once it is there. */
async function openLinkIn(page: Page, email: string, subject: RegExp, link: RegExp): Promise<void> {
  const mail = page
    .getByRole("row")
    .filter({ hasText: email })
    .filter({ hasText: subject })
    .getByRole("link")
    .first();
  await expect
    .poll(
      async () => {
        await page.goto(`${inject("place").localUrl}/mailbox`);
        return await mail.count();
      },
      { interval: 500 },
    )
    .toBeGreaterThan(0);
  await mail.click();
  await page.getByRole("link", { name: link }).click();
}

async function signInByMail(by: People, email: string): Promise<Person> {
  const affiliate = await by.meet();
  await openLinkIn(affiliate.page, email, /You're now a/, /\/portal\/sign-in#token=/);
  await affiliate.page.getByRole("button", { name: "Sign in" }).click();
  await affiliate.page.getByLabel("Affiliate link").waitFor();
  return affiliate;
}

test("people apply: a rule approves one without scripts, the merchant approves another by hand", async () => {
  const merchant = await people.meet();
  await signIn(merchant, "apply-store");
  await openProgram(merchant.page, "Summer creators", "10");
  const link = await openForApplications(merchant.page);

  const ana = await people.meet({ javaScriptEnabled: false });
  await apply(ana, link, { name: "Ana Ruiz", email: "ana@apply.example", audience: "10K" });
  await openLinkIn(ana.page, "ana@apply.example", /Confirm your application/, /\/confirm\?token=/);
  await ana.page.getByRole("button", { name: "Confirm email" }).click();
  await ana.page.getByRole("heading", { name: "You're in", level: 1 }).waitFor();
  const affiliate = await signInByMail(people, "ana@apply.example");

  const ben = await people.meet();
  await apply(ben, link, { name: "Ben Okri", email: "ben@apply.example", audience: "1K" });
  await openLinkIn(ben.page, "ben@apply.example", /Confirm your application/, /\/confirm\?token=/);
  await ben.page.getByRole("button", { name: "Confirm email" }).click();
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

  const second = await signInByMail(people, "ben@apply.example");
  for (const person of [merchant, affiliate, ben, second]) expect(person.problems).toEqual([]);
});
