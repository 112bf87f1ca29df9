import type { PaymentId, ShopId } from "#app/domain/ids.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import type { Step } from "#app/domain/statements/match.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { compareAgain, type ReadLine, readLines } from "#app/flows/payouts/read-reconciliation.ts";
import { resolveLines } from "#app/flows/payouts/resolve-lines.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db } from "#app/platform/db.server.ts";
import { findStatement, listStatements, type ProviderStatement } from "#app/store/provider-statements.ts";
import { accepted } from "../../support/accepted.ts";
import { tester } from "../../support/planned-payouts.ts";
import type { Chance } from "../../histories/random.ts";
import { type Counts, count, type Steps } from "./counts.ts";

/** The steps of those who bring statements in and do something about their lines. */
export const reconcileSteps: Steps = {
  "insert provider_statements": 1,
  "insert statement_lines": 1,
  "insert audit_events": 5,
  "insert a job": 5,
  "commit after insert a job": 5,
  "update provider_statements": 1,
  "commit after update provider_statements": 1,
  "update statement_lines": 1,
  "update payout_payments": 5,
  "insert ledger_entries": 5,
  "commit after insert audit_events": 1,
  // Calls differ by method.
  "fetch read": 0,
  "fetch graphql": 0,
  "fetch cancel": 0,
};

/** Payments about which a person decided, on whichever day: nobody but who looks again can tell whether that was right. */
export const decided = new Set<string>();

/** How statements are brought in while payments are under way, and what is known to whoever does something about them. */
export type Reconciling = {
  readonly shopId: ShopId;
  readonly chance: Chance;
  readonly counts: Counts;
  readonly now: () => Date;
  readonly bring: () => Promise<ProviderStatement | Refusal | null>;
  /** Result of looking up a payment that needs attention: true if it arrived or still may. */
  readonly isOrMayBePaid: (paymentId: PaymentId) => boolean | Promise<boolean>;
};

/** One of this many newest statements is used: a new one, or one that grew old as payments went on. */
const lyingAbout = 4;

/**
 * Somebody brings a statement in, or takes up one that lies about, and does what its lines offer, whatever that is: what
 * could pay twice is not to be offered, or to be refused. Only of what was left to a person they look first.
 */
export async function reconcileSome(asked: Reconciling): Promise<void> {
  const { shopId, chance, counts, now } = asked;
  if (chance.is(0.7)) {
    const brought = await asked.bring();
    if (brought !== null) count(counts, isRefusal(brought) ? "a statement was refused" : "statements");
  }
  const found = await listStatements(db(), shopId, { limit: lyingAbout, offset: 0 });
  if (found.length === 0) return;
  const { statementId, status } = chance.pick(found);
  if (status === "ready" && chance.is(0.5)) {
    count(counts, "statements compared again");
    await compareAgain(shopId, statementId);
  }
  await compare({ shopId, statementId }, now);
  await resolveSome(asked, statementId);
}

/** A job does it, which is tried again where the platform did not answer. */
async function compare(of: { shopId: ShopId; statementId: string }, now: () => Date): Promise<void> {
  try {
    await matchStatement(of, now);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
  }
}

async function resolveSome(asked: Reconciling, statementId: string): Promise<void> {
  const { shopId, chance } = asked;
  const statement = await findStatement(db(), shopId, statementId);
  if (statement?.status !== "ready") return;
  const { lines } = accepted(await readLines(statement, { open: true }, { page: 1, limit: 250 }));
  const chosen = await choose(asked, lines);
  for (const [step, some] of chosen) {
    const isAlone = step === "take-back" || chance.is(0.5);
    const parts = isAlone ? some.slice(0, 4).map((one) => [one]) : [some];
    for (const part of parts) await does(asked, statementId, { step, lines: part });
  }
}

/** Chooses steps for some lines. A partial file misses most payments, so the steps for missing ones are rarer. */
async function choose(asked: Reconciling, lines: readonly ReadLine[]): Promise<Map<Step, ReadLine[]>> {
  const chosen = new Map<Step, ReadLine[]>();
  for (const one of lines) {
    const isUsual = one.line.match === "missing" && one.payment?.status === "paid";
    const step = asked.chance.is(isUsual ? 0.4 : 0.6) ? await stepFor(asked, one) : null;
    if (step !== null) chosen.set(step, [...(chosen.get(step) ?? []), one]);
  }
  return chosen;
}

/** Any of what is offered, and seldom only a note. */
async function stepFor(
  { chance, isOrMayBePaid }: Reconciling,
  { line, payment, steps }: ReadLine,
): Promise<Step | null> {
  const postings = steps.filter((one) => one !== "noted" && one !== "record" && one !== "exchange");
  if (postings.length === 0 || chance.is(0.05)) return chance.is(0.1) ? "noted" : null;
  const step = chance.pick(postings);
  if (step !== "return" || line.match !== "missing" || !payment) return step;
  const isWord = payment.status === "needs_attention" || decided.has(payment.paymentId);
  return isWord && (await isOrMayBePaid(payment.paymentId)) ? null : step;
}

type Does = { readonly step: Step; readonly lines: readonly ReadLine[] };

async function does(
  { shopId, counts, now }: Reconciling,
  statementId: string,
  { step, lines }: Does,
): Promise<void> {
  const numbers = lines.map((one) => one.line.number);
  const asked = { numbers, step, note: "Seen" };
  const done = await resolveLines({ shop: { shopId }, actor: tester, now: now() }, statementId, asked);
  for (const { line, payment } of lines) {
    const how = isRefusal(done) ? `refused (${done.refused})` : "done";
    count(counts, `${line.match}, ${payment?.status ?? "none"}: ${step} ${how}`);
  }
}

const dayMs = 86_400_000;

type Days = { readonly timeZone: string; readonly since: Date; readonly now: Date };

/** All days of the shop's calendar until now, or some of them. */
export function daysSince({ timeZone, since, now }: Days, chance: Chance): { first: string; last: string } {
  const days = Math.floor((now.getTime() - since.getTime()) / dayMs);
  const from = chance.is(0.6) ? 0 : chance.int(0, days);
  const to = chance.is(0.6) ? days : chance.int(from, days);
  const at = (day: number) => dayIn(timeZone, new Date(since.getTime() + day * dayMs));
  return { first: at(from), last: to === days ? dayIn(timeZone, now) : at(to) };
}
