import type { Page } from "playwright-core";
import { expect, inject } from "vitest";
import type { People, Person } from "./people.ts";
import { openSection, saveForm } from "./selling.ts";

/** The words of the join pages and the portal that journeys look for. */
export const english = {
  name: "Name",
  email: "Email",
  optional: (label: string) => `${label} (optional)`,
  agree: "I agree to the program terms.",
  apply: "Apply",
  checkEmail: "Check your email",
  confirmSubject: /Confirm your application/,
  confirm: "Confirm email",
  approved: "You're in",
  welcomeSubject: /You're now a/,
  signIn: "Sign in",
  link: "Affiliate link",
};

export const german: typeof english = {
  name: "Name",
  email: "E-Mail-Adresse",
  optional: (label: string) => `${label} (optional)`,
  agree: "Ich stimme den Konditionen des Programms zu.",
  apply: "Jetzt bewerben",
  checkEmail: "Sieh in deinem Postfach nach",
  confirmSubject: /Bestätige deine Bewerbung/,
  confirm: "E-Mail-Adresse bestätigen",
  approved: "Du bist dabei",
  welcomeSubject: /Du bist jetzt Affiliate von/,
  signIn: "Anmelden",
  link: "Affiliate-Link",
};

/**
 * Opens the program on the merchant's page for applications, with a link and a choice to answer, and a rule that
 * approves one of the choices. Answers the address of its join page.
 */
export async function openForApplications(page: Page, program: string): Promise<string> {
  await page.getByRole("heading", { name: program, level: 1 }).waitFor();
  await openSection(page, "Joining");
  await page.getByText("Anyone can apply", { exact: true }).click();
  await page.getByRole("button", { name: "Add question" }).click();
  await page.getByLabel("Question 1", { exact: true }).fill("Instagram");
  await page.getByLabel("Answer to question 1").selectOption("link");
  await page.getByRole("button", { name: "Add question" }).click();
  await page.getByLabel("Question 2", { exact: true }).fill("Audience");
  await page.getByLabel("Answer to question 2").selectOption("choice");
  await page.getByLabel("Choices of question 2").fill("1K\n10K");
  await page.getByRole("button", { name: "Add approval rule" }).click();
  await page.getByLabel("Name of rule 1").fill("Large audience");
  await page.getByLabel("Condition 1 of rule 1", { exact: true }).selectOption("answer");
  await page.getByLabel("Question", { exact: true }).selectOption({ label: "Audience" });
  await page.getByLabel("Is any of").fill("10K");
  await saveForm(page);
  await page.getByText("Program saved", { exact: true }).waitFor();
  return await page.getByText(/\/join\/[a-z0-9-]+\/[a-z0-9-]+$/).innerText();
}

type Applicant = { readonly name: string; readonly email: string; readonly audience: string };

/** Fills in and sends the form of the join page that is open. */
export async function apply({ page }: Person, applicant: Applicant, words = english): Promise<void> {
  await page.getByLabel(words.name, { exact: true }).fill(applicant.name);
  await page.getByLabel(words.email, { exact: true }).fill(applicant.email);
  await page.getByLabel(words.optional("Instagram")).fill("instagram.example/me");
  await page.getByLabel(words.optional("Audience")).selectOption(applicant.audience);
  await page.getByRole("checkbox", { name: words.agree }).check();
  // A form that comes back within three seconds is taken for a program's.
  await page.waitForTimeout(3500);
  await page.getByRole("button", { name: words.apply }).click();
  await page.getByRole("heading", { name: words.checkEmail, level: 1 }).waitFor();
}

/** Opens the newest email to this address that has such a subject, once it is there. */
export async function openEmail(page: Page, email: string, subject: RegExp): Promise<void> {
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
}

/** Opens the link in the newest such email. */
export async function openLinkIn(page: Page, email: string, subject: RegExp, link: RegExp): Promise<void> {
  await openEmail(page, email, subject);
  await page.getByRole("link", { name: link }).click();
}

/** Confirms the application by its email. */
export async function confirmApplication({ page }: Person, email: string, words = english): Promise<void> {
  await openLinkIn(page, email, words.confirmSubject, /\/confirm\?token=/);
  await page.getByRole("button", { name: words.confirm }).click();
}

/** Signs in by the email that welcomes a new affiliate. */
export async function signInByEmail({ page }: Person, email: string, words = english): Promise<void> {
  await openLinkIn(page, email, words.welcomeSubject, /\/portal\/sign-in#token=/);
  await page.getByRole("button", { name: words.signIn }).click();
  await page.getByLabel(words.link).waitFor();
}

/** Somebody with a browser of their own signs in by that email. */
export async function meetAffiliate(people: People, email: string): Promise<Person> {
  const affiliate = await people.meet();
  await signInByEmail(affiliate, email);
  return affiliate;
}
