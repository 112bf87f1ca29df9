import type { Reason } from "#app/domain/refusal-codes.ts";
import { noAffiliateNamed } from "#app/domain/affiliate.ts";
import type { Acting, Ctx } from "#app/domain/context.ts";
import { compareInstants, isNotAfter, statusAt } from "#app/domain/instant.ts";
import { type DecisionId, idPrefixes, type ShopId } from "#app/domain/ids.ts";
import { chooseTermsVersion, type JudgingVersion } from "#app/domain/program.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import type { ReasonCode } from "#app/domain/reasons.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Affiliate, findAffiliateNamed } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { commissionsOfOrders } from "#app/store/commissions.ts";
import { insertDecision } from "#app/store/decisions.ts";
import { lockKnownOrders, notSeenReason, type OrderRow, setAttribution } from "#app/store/orders.ts";
import {
  asksThePlatform,
  findStandings,
  type KeptAttribution,
  plainAttribution,
  readAttributions,
  reassignedTo,
  type Standings,
} from "#app/flows/settlement/credit-orders.ts";
import type { OrderShop } from "#app/flows/settlement/settle-orders.ts";
import { askAboutGoods, settleAgain } from "#app/flows/settlement/settle-again.ts";
import { refusalOfPreviousApp } from "#app/flows/settlement/shadow-refusals.ts";

type ReassignOrderInput = {
  /** Id, email address or referral code. */
  readonly affiliate: string;
  /** One of the affiliate's programs, for an order without credit. By default the one joined first. */
  readonly programId?: string | undefined;
  readonly note: string;
};

/**
 * Credits another affiliate with an order (M12). One transaction reverses the former affiliate's commission and earns
 * the new one's. Later signals don't change it. The terms version that judged the order still does. An order without
 * credit gets the version of the affiliate's program that was in force then, or the first one. Returns the
 * affiliate's id.
 */
export async function reassignOrder(
  ctx: Ctx<OrderShop & { readonly domain: string }>,
  orderId: string,
  asked: ReassignOrderInput,
): Promise<{ affiliateId: string } | Refusal> {
  const { shop } = ctx;
  if (!/^\d{1,30}$/.test(orderId)) return refuse("not-found", { code: "not_found", what: "order" });
  const first = await reassignKnown(ctx, orderId, asked);
  if (first !== "must-ask") return first;
  const told = await askAboutGoods(shop, orderId, ctx.now);
  if (isRefusal(told)) return told;
  const second = await reassignKnown(ctx, orderId, asked);
  return second === "must-ask" ? refuse("unavailable", { code: "goods_unknown" }) : second;
}

/**
 * Returns `must-ask` without writing if the terms ask about goods that the platform has not reported yet (T3).
 */
async function reassignKnown(
  ctx: Ctx<OrderShop>,
  orderId: string,
  asked: ReassignOrderInput,
): Promise<{ affiliateId: string } | Refusal | "must-ask"> {
  const { shop } = ctx;
  const { shopId } = shop;
  return inTransaction(async (tx) => {
    const row = (await lockKnownOrders(tx, shopId, [orderId])).get(orderId);
    if (!row || row.reason === notSeenReason) {
      return refuse("not-found", { code: "not_found", what: "order" });
    }
    const kept = await readCredit(tx, shopId, row);
    if (isRefusal(kept)) return kept;
    const affiliate = await newPartyOf(tx, row, { kept, named: asked.affiliate });
    if (isRefusal(affiliate)) return affiliate;
    const { affiliateId } = affiliate;
    const standings = await findStandings(tx, shopId, [affiliateId]);
    const facts = readFacts(row.facts);
    const { createdAt } = facts;
    const version =
      kept.decided.winner?.version ??
      versionFor(standings, { programId: asked.programId, createdAt, now: ctx.now });
    if (isRefusal(version)) return version;
    const { programId } = version;
    const decisionId = newId<DecisionId>(idPrefixes.decision, ctx.now);
    const reassigned = { affiliateId, programId, at: ctx.now.toISOString(), decisionId };
    const next = reassignedTo(kept, version, reassigned);
    if (asksThePlatform(facts, next)) return "must-ask";
    await saveReassignment(tx, { row, kept, affiliate, version, note: asked.note, decisionId, by: ctx });
    await setAttribution(tx, shopId, { orderId, attribution: plainAttribution(next) });
    await settleAgain(tx, shop, [orderId], ctx.now);
    return { affiliateId };
  });
}

/** The order's current credit. Refuses an order that can't earn or that is still being read. */
async function readCredit(tx: Tx, shopId: ShopId, row: OrderRow): Promise<KeptAttribution | Refusal> {
  const [kept] = await readAttributions(tx, shopId, [row]);
  if (!kept) return refuse("not-possible", { code: "order_being_read" });
  // Nobody is paid twice for an order.
  if (row.reason === ("previous-app" satisfies ReasonCode)) {
    return refuse("not-possible", { code: "order_of_previous_app" });
  }
  const facts = readFacts(row.facts);
  const refusal = await refusalOfPreviousApp(tx, shopId, facts.createdAt);
  if (refusal) return refusal;
  if (facts.test) return refuse("not-possible", { code: "test_order" });
  return kept;
}

function notPossible(reason: Reason): Refusal {
  return refuse("not-possible", reason, "affiliateId");
}

/** The affiliate who gets the credit, or a refusal. */
async function newPartyOf(
  tx: Tx,
  row: OrderRow,
  { kept, named }: { readonly kept: KeptAttribution; readonly named: string },
): Promise<Affiliate | Refusal> {
  const affiliate = await findAffiliateNamed(tx, row.shopId, named);
  if (!affiliate) return noAffiliateNamed;
  if (affiliate.status !== "active") {
    return notPossible({
      code: "affiliate_not_active_for_credit",
      name: affiliate.name,
      status: affiliate.status,
    });
  }
  if (kept.decided.winner?.affiliateId === affiliate.affiliateId) {
    return notPossible({ code: "already_credited", name: affiliate.name });
  }
  const own = await commissionsOfOrders(tx, row.shopId, [row.orderId]);
  const isDenied = own.some(
    (one) => one.kind === "order" && one.affiliateId === affiliate.affiliateId && one.decision === "denied",
  );
  return isDenied ? notPossible({ code: "commission_denied_for", name: affiliate.name }) : affiliate;
}

type TermsChoice = {
  readonly programId: string | undefined;
  readonly createdAt: string;
  readonly now: Date;
};

/**
 * The version of the affiliate's program that was in force then, or its first version for an older order (M12,
 * M4).
 */
function versionFor(
  { affiliates, programs }: Standings,
  { programId, createdAt, now }: TermsChoice,
): JudgingVersion | Refusal {
  const [affiliate] = affiliates;
  const memberships = (affiliate?.memberships ?? [])
    .filter((one) => isStillIn(one, now) && (programId === undefined || one.programId === programId))
    .toSorted((a, b) => compareInstants(a.joinedAt, b.joinedAt));
  for (const membership of memberships) {
    const program = programs.find((one) => one.id === membership.programId);
    if (!affiliate || !program || !isOpenProgram(program, now)) continue;
    const version =
      chooseTermsVersion(program.versions, affiliate.id, createdAt) ??
      firstVersionOf(program.versions.filter((one) => one.affiliateId === null));
    if (version) return version;
  }
  const isInNone = programId === undefined;
  return isInNone
    ? refuse("not-possible", { code: "no_program" }, "affiliateId")
    : refuse("not-possible", { code: "not_their_program" }, "programId");
}

/** A removed affiliate earns until the notice period ends (T15), so they can still be credited. */
function isStillIn({ leftAt }: Standings["affiliates"][number]["memberships"][number], now: Date): boolean {
  return leftAt === null || !isNotAfter(leftAt, now.toISOString());
}

/** A draft has promised nothing yet, and archived or deleted programs take no more orders. */
function isOpenProgram({ statuses }: Standings["programs"][number], now: Date): boolean {
  const status = statusAt(statuses, now.toISOString());
  return status === "active" || status === "paused";
}

function firstVersionOf(versions: Standings["programs"][number]["versions"]): JudgingVersion | null {
  const [first] = versions.toSorted((a, b) => a.number - b.number);
  return first?.terms ? { ...first, terms: first.terms } : null;
}

type OrderReassignment = {
  readonly row: OrderRow;
  readonly kept: KeptAttribution;
  readonly affiliate: Affiliate;
  readonly version: JudgingVersion;
  readonly note: string;
  readonly decisionId: DecisionId;
  readonly by: Acting;
};

async function saveReassignment(
  tx: Tx,
  { row, kept, affiliate, version, ...rest }: OrderReassignment,
): Promise<void> {
  const { note, decisionId, by } = rest;
  const { shopId, orderId } = row;
  const details = {
    from: kept.decided.winner?.affiliateId ?? null,
    affiliateId: affiliate.affiliateId,
    affiliateName: affiliate.name,
    programId: version.programId,
    version: version.number,
  };
  const subject = { kind: "order", id: orderId } as const;
  await insertDecision(tx, shopId, { subject, decisionId, kind: "reassigned", note, details, by });
  await recordAudit(tx, shopId, {
    subjectKind: "order",
    subjectId: orderId,
    action: "reassigned",
    actor: by.actor,
    details: { ...details, note },
    now: by.now,
  });
}
