import { changeJoining, type JoiningChange } from "#app/flows/programs/joining.ts";
import { type Applicant, applyToProgram } from "#app/flows/affiliates/apply.ts";
import { readJoinPage } from "#app/flows/affiliates/read-join-page.ts";
import { shopHandle } from "#app/domain/shop-domain.ts";
import { emailsOf } from "./emails.ts";
import { makeMerchant } from "./merchant.ts";
import { accepted } from "./accepted.ts";

export const appliedAt = new Date("2026-04-01T09:00:00Z");

/** A merchant whose program takes applications. */
export async function makeOpenProgram(change: JoiningChange = {}) {
  const merchant = await makeMerchant();
  const by = { actor: merchant.actor, now: appliedAt };
  const joining = accepted(
    await changeJoining({ shop: merchant, ...by }, merchant.programId, { mode: "open", ...change }),
  );
  const page = await readJoinPage(shopHandle(merchant.domain), joining.slug);
  if (!page) throw new Error("The join page isn't there.");
  return { ...merchant, by, joining, page };
}

export type OpenProgram = Awaited<ReturnType<typeof makeOpenProgram>>;

export const ana: Applicant = {
  name: "Ana Ruiz",
  email: "Ana@ruiz.example",
  answers: [],
  country: "",
  referrer: "",
  utm: {},
  language: "en",
};

/** Applies, and answers the token of the email's link. */
export async function applied(
  { shopId, page }: OpenProgram,
  applicant: Partial<Applicant> = {},
  now = appliedAt,
): Promise<string> {
  await applyToProgram(page, { ...ana, ...applicant }, now);
  const mail = (await emailsOf(shopId)).at(-1);
  const token = /\/confirm\?token=(\S+)/.exec(mail?.text ?? "")?.[1];
  if (!token) throw new Error("The mail holds no confirmation link.");
  return token;
}
