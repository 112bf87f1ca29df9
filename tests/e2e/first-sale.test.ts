import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityFaults, overflow } from "./support/inspect.ts";
import { signIn } from "./support/install.ts";
import {
  apply,
  confirmApplication,
  english,
  german,
  openEmail,
  openForApplications,
  signInByEmail,
} from "./support/joining.ts";
import { type Person, usePeople } from "./support/people.ts";
import { buy, follow, openProgram, openSection, saveForm } from "./support/selling.ts";

const people = usePeople();
const program = "Mug friends";

/** Each text that a page of the affiliate shows, amounts and rates as the language writes them. */
const englishWords = {
  ...english,
  earn: "Earn 10% of each sale, up to 15% as you sell more.",
  promise: "Share your link to earn 10% of each sale, up to 15%.",
  nextTier: "Next tier: 15%",
  more: "More",
  terms: "Terms",
  below: "Every sale: 10% before the first tier.",
  above: (rate: string) => `Every sale: ${rate} after $100.00 in sales in a calendar month.`,
  rate: (percent: number) => `${percent}%`,
  saleSubject: /You earned \$2\.40 from /,
  sale: [
    /came through your link/,
    /\$2\.40 \(10% of \$24\.00\)/,
    /\$76\.00 more this month and you earn 15%\./,
  ],
  viewOrder: /\/portal\/orders\//,
  order: (name: string) => `Order ${name}`,
  progress: "$24.00 of $100.00 this month",
  newTerms: /^New terms start /,
  lower: "Every sale before the first tier: 10% → 8%",
};

const germanWords: typeof englishWords = {
  ...german,
  earn: "Verdiene 10 % an jedem Verkauf und bis zu 15 %, wenn du mehr verkaufst.",
  promise: "Teile deinen Link und verdiene 10 % an jedem Verkauf, bis zu 15 %.",
  nextTier: "Nächste Stufe: 15 %",
  more: "Mehr",
  terms: "Konditionen",
  below: "Jeder Verkauf: 10 % vor der ersten Stufe.",
  above: (rate: string) => `Jeder Verkauf: ${rate} nach 100,00 $ Umsatz im Kalendermonat.`,
  rate: (percent: number) => `${percent} %`,
  saleSubject: /Du hast 2,40\s\$ bei .* verdient/,
  sale: [
    /kam über deinen Link/,
    /2,40\s\$ \(10\s% von 24,00\s\$\)/,
    /Noch 76,00\s\$ in diesem Monat, und du verdienst 15\s%\./,
  ],
  viewOrder: /\/portal\/orders\//,
  order: (name: string) => `Bestellung ${name}`,
  progress: "24,00 $ von 100,00 $ in diesem Monat",
  newTerms: /^Neue Konditionen ab /,
  lower: "Jeder Verkauf vor der ersten Stufe: 10 % → 8 %",
};

type Words = typeof englishWords;
type Applicant = { readonly name: string; readonly email: string };

/** A tier of 15% from $100 a month, above a rate of 10%. */
async function addTier(page: Page): Promise<void> {
  await openSection(page, "Tiers");
  await page.getByRole("button", { name: "Add tier" }).click();
  const tier = page.getByRole("group", { name: "Tier 1" });
  await tier.getByLabel("Net sales for tier 1").fill("100");
  await tier.getByRole("textbox", { name: "Rate" }).fill("15");
  await saveForm(page);
  await page.getByText("Program saved").waitFor();
}

async function openSaved(page: Page): Promise<void> {
  await page.goto("/dashboard/programs");
  await page.getByRole("link", { name: program }).click();
}

/** Nothing is cut off, and nothing is wrong for axe. */
async function isClean(page: Page): Promise<void> {
  expect(await overflow(page)).toBeNull();
  expect(await accessibilityFaults(page)).toEqual([]);
}

/** Applies, confirms, is approved by the rule, and signs in; answers the link to share. */
async function join(person: Person, joinPage: string, by: Applicant, words: Words): Promise<string> {
  const { page } = person;
  await page.goto(joinPage);
  await page.getByText(words.earn).waitFor();
  await isClean(page);
  await apply(person, { ...by, audience: "10K" }, words);
  await confirmApplication(person, by.email, words);
  await page.getByRole("heading", { name: words.approved, level: 1 }).waitFor();
  await signInByEmail(person, by.email, words);
  await page.getByText(words.promise).waitFor();
  await page.getByRole("heading", { name: words.nextTier }).waitFor();
  await isClean(page);
  return await page.getByLabel(words.link).inputValue();
}

/** A shopper buys a mug for $24.00 through the link; the affiliate gets the email and sees the progress. */
async function sell(person: Person, link: string, { email }: Applicant, words: Words): Promise<void> {
  const shopper = await people.meet();
  await follow(shopper, link);
  const order = await buy(shopper, "Stoneware mug");
  await shopper.context.close();
  const { page } = person;
  await openEmail(page, email, words.saleSubject);
  for (const text of words.sale) await page.getByText(text).first().waitFor();
  await page.getByRole("link", { name: words.viewOrder }).first().click();
  await page.getByRole("heading", { name: words.order(order) }).waitFor();
  await isClean(page);
  await page.goto("/portal");
  await page.getByText(words.progress).waitFor();
}

async function readTerms({ page }: Person, words: Words): Promise<void> {
  await page.getByRole("link", { name: words.more, exact: true }).click();
  await page.getByRole("link", { name: words.terms, exact: true }).click();
  await page.getByText(words.below).waitFor();
  await page.getByText(words.above(words.rate(15))).waitFor();
  await isClean(page);
}

test("a visitor applies, is approved by a rule, sells, and keeps the present rate until the notice period ends", async () => {
  const merchant = await people.meet();
  const { page } = merchant;
  await signIn(merchant, "partner-store");
  await openProgram(page, program, "10");
  await addTier(page);
  const joinPage = await openForApplications(page, program);

  const maya = { name: "Maya Lin", email: "maya@partner.example" };
  const desk = await people.meet();
  const mayasLink = await join(desk, joinPage, maya, englishWords);
  await readTerms(desk, englishWords);
  await sell(desk, mayasLink, maya, englishWords);

  const jonas = { name: "Jonas Weber", email: "jonas@partner.example" };
  const phone = await people.meet({ viewport: { width: 390, height: 844 }, locale: "de-DE" });
  const jonasLink = await join(phone, joinPage, jonas, germanWords);
  await readTerms(phone, germanWords);
  await sell(phone, jonasLink, jonas, germanWords);

  // A higher tier starts at once.
  await openSaved(page);
  const rates = page.getByRole("textbox", { name: "Rate" });
  await openSection(page, "Tiers");
  await rates.nth(1).fill("20");
  await saveForm(page);
  await page.getByText("Program saved").waitFor();

  // A lower rate waits, and the present one stays.
  await openSaved(page);
  await rates.nth(0).fill("8");
  await saveForm(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Schedule lower commission?").waitFor();
  await dialog.getByText(/2 affiliates get 14 days' notice\./).waitFor();
  await dialog.getByRole("button", { name: "Schedule change" }).click();
  await dialog.waitFor({ state: "detached" });
  await page
    .getByText(/10% to 8%$/)
    .first()
    .waitFor();
  for (const [person, words] of [
    [desk, englishWords],
    [phone, germanWords],
  ] as const) {
    await person.page.goto("/portal/terms");
    await person.page.getByText(words.newTerms).waitFor();
    await person.page.getByText(words.lower).waitFor();
    await person.page.getByText(words.below).first().waitFor();
    await person.page
      .getByText(words.above(words.rate(20)))
      .first()
      .waitFor();
    await isClean(person.page);
  }
  for (const person of [merchant, desk, phone]) expect(person.problems).toEqual([]);
});
