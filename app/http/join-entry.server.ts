import { setTimeout as pause } from "node:timers/promises";
import { data } from "@remix-run/node";
import { emailFault, nameFault, type JoinAnswer, type JoinFieldProblem } from "#app/contracts/join.ts";
import { checkedAnswer, readAnswers, type Utm, utmNames } from "#app/domain/applications/joining.ts";
import { countryCodes } from "#app/domain/payouts/account-check.ts";
import { applyToProgram, type Applicant } from "#app/flows/affiliates/apply.ts";
import { confirmApplication } from "#app/flows/affiliates/confirm-application.ts";
import type { JoinPage } from "#app/flows/affiliates/read-join-page.ts";
import { now } from "#app/platform/clock.ts";
import { checkStamp, joinLanguage, joinPageAt, longestReferrer, longestUtm, stampName } from "./join-page.ts";
import { limits } from "./limits.ts";
import { readForm } from "./read-body.ts";
import { refuseForeignForm } from "./require-affiliate.server.ts";
import { visitorAddress } from "./visitor.ts";

/** Longer than it takes to keep an application: how long the answer takes must not tell who takes part. */
const leastMs = 250;

const answerPrefix = "answer-";

type Params = { readonly shop?: string | undefined; readonly program?: string | undefined };
type ApplicantQuery = Readonly<Record<string, string>>;
type Problem = Extract<JoinAnswer, { ok: false }>["problem"];

/** Somebody applies: the answer is the same for every address. */
export async function applyAction(request: Request, params: Params) {
  refuseForeignForm(request);
  const at = now();
  const given = firstTexts(await readForm(request));
  const page = await joinPageAt(params);
  if (!page.isTaking) throw data(null, { status: 404 });
  if (isTooFast(request, page, at)) return refused("too-many", given, 429);
  // People do not see the field; programs fill in whatever there is.
  if (given["website"]) return sent();
  const stamp = checkStamp(stampName(page), given["stamp"] ?? "", at);
  if (stamp !== "fine") return refused(stamp, given);
  const read = readApplicant(page, given);
  if ("problems" in read) return refused("fields", given, 400, read.problems);
  if (given["terms"] !== String(page.program.version)) return refused("terms-changed", given, 409);
  const applicant = { ...read.applicant, language: joinLanguage(request, page.shop) };
  await Promise.all([applyToProgram(page, applicant, at), pause(leastMs)]);
  return sent();
}

/** Confirms the address of an application. */
export async function confirmAction(request: Request) {
  refuseForeignForm(request);
  const at = now();
  const { token = "" } = firstTexts(await readForm(request));
  const visitor = visitorAddress(request.headers);
  if (visitor !== "" && limits.applicationConfirmations(visitor, at.getTime()) > 0) {
    return data({ confirmation: "invalid" as const }, { status: 429 });
  }
  const confirmation = await confirmApplication(token, at);
  const isFine = confirmation !== "expired" && confirmation !== "invalid";
  return data({ confirmation }, { status: isFine ? 200 : 403 });
}

function isTooFast(request: Request, { shop }: JoinPage, at: Date): boolean {
  const visitor = visitorAddress(request.headers);
  // Behind no trusted proxy nobody knows who asks; one visitor must not stand for all.
  const isVisitorTooFast =
    visitor !== "" && limits.applicationsByVisitor(`${shop.shopId} ${visitor}`, at.getTime()) > 0;
  return isVisitorTooFast || limits.applicationsByShop(shop.shopId, at.getTime()) > 0;
}

function firstTexts(form: Readonly<Record<string, string | string[]>>): ApplicantQuery {
  const entries = Object.entries(form).map(([name, value]) => [name, [value].flat()[0] ?? ""] as const);
  return Object.fromEntries(entries);
}

function readApplicant(
  page: JoinPage,
  given: ApplicantQuery,
): { applicant: Omit<Applicant, "language"> } | { problems: JoinFieldProblem[] } {
  const name = (given["name"] ?? "").trim();
  const email = (given["email"] ?? "").trim();
  const country = given["country"] ?? "";
  const problems: JoinFieldProblem[] = [];
  const wrongName = nameFault(name);
  if (wrongName) problems.push({ field: "name", fault: wrongName });
  const wrongEmail = emailFault(email);
  if (wrongEmail) problems.push({ field: "email", fault: wrongEmail });
  if (country !== "" && !countryCodes.includes(country)) {
    problems.push({ field: "country", fault: "not-a-choice" });
  }
  const read = readAnswers(page.joining.fields, answersIn(given));
  if ("problems" in read) {
    problems.push(
      ...read.problems.map(({ fieldId, fault }) => ({ field: `${answerPrefix}${fieldId}`, fault })),
    );
  }
  if (given["agree"] !== checkedAnswer) problems.push({ field: "agree", fault: "not-agreed" });
  if ("problems" in read || problems.length > 0) return { problems };
  const { answers } = read;
  return { applicant: { name, email, answers, country, ...sourceIn(given) } };
}

function answersIn(given: ApplicantQuery): ApplicantQuery {
  const own = Object.entries(given).filter(([name]) => name.startsWith(answerPrefix));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(answerPrefix.length), value]));
}

function cleanText(text: string, most: number): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}<>]/gu, "")
    .trim()
    .slice(0, most);
}

/** Hidden fields, which anybody can change: unreadable marks go, and what is too long is cut. */
function sourceIn(given: ApplicantQuery): { referrer: string; utm: Utm } {
  const referrer = cleanText(given["referrer"] ?? "", longestReferrer);
  const utm = utmNames.map((name) => [name, cleanText(given[`utm-${name}`] ?? "", longestUtm)] as const);
  return {
    referrer: /^https?:\/\//.test(referrer) ? referrer : "",
    utm: Object.fromEntries(utm.filter(([, value]) => value !== "")),
  };
}

function sent() {
  return data<JoinAnswer>({ ok: true });
}

function refused(
  problem: Problem,
  { stamp: _stamp, terms: _terms, ...given }: ApplicantQuery,
  status = 400,
  fields: JoinFieldProblem[] = [],
) {
  return data<JoinAnswer>({ ok: false, problem, fields, given }, { status });
}
