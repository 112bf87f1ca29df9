import type { Winner } from "#app/domain/attribution.ts";
import type { RulesVersion } from "#app/domain/attribution-rules.ts";
import { evaluate } from "#app/domain/commission.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { noProgress } from "#app/domain/inputs.ts";
import { entriesForDifference, releaseEntries } from "#app/domain/ledger/entries.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import type { JudgingVersion } from "#app/domain/program.ts";
import { needsOf, needsProgress } from "#app/domain/terms/needs.ts";
import type { Evidence } from "#app/domain/touch.ts";
import type { CommissionRow } from "#app/store/commissions.ts";
import type { Posting } from "#app/store/ledger.ts";
import { type CommissionCase, decidedBy } from "./commission-cases.ts";
import {
  decideAttribution,
  type KeptAttribution,
  type Reassigned,
  reassignedTo,
  type Standings,
  storedInputs,
} from "#app/flows/settlement/credit-orders.ts";
import { changeCommissions } from "#app/flows/settlement/change-commissions.ts";

/** Everything from which the commissions of an order are rebuilt, and nothing that was computed from it. */
export type OrderSource = {
  readonly facts: OrderFacts;
  /** In the order in which it was found; clicks as the clicks themselves say. */
  readonly evidence: readonly Evidence[];
  readonly standings: Standings;
  /** The shop's rules that judge it. */
  readonly rules: RulesVersion;
  /** What a person decided about the credit, and the version that judges then (M12). */
  readonly reassigned: { readonly by: Reassigned; readonly version: JudgingVersion } | null;
  /** Their stored inputs, decisions and releases; the amounts of their transfers are not looked at. */
  readonly commissions: readonly CommissionCase[];
  /** What was read from other orders where it earned nothing, by affiliate (M5). */
  readonly inputs: KeptAttribution["inputs"];
  /** Whom the books credit: of evidence that came after a release only this tells that it decided nothing (M19). */
  readonly creditedTo: string | null;
};

/** What a replay writes. */
export type Rebuilt = { readonly rows: readonly CommissionRow[]; readonly postings: readonly Posting[] };

/** The commissions of an order made anew: who is credited, what stands under the stored inputs, what was released. */
export function rebuildOrder(
  source: OrderSource,
  shopId: ShopId,
  now: Date,
): Rebuilt & { readonly winner: Winner | null } {
  const { facts, commissions } = source;
  const attribution = creditOf(source);
  const { winner } = attribution.decided;
  const seeds = commissions.map((one) => seedOf(one, attribution));
  const terms = winner?.version.terms ?? null;
  const inputs = storedInputs({ decided: attribution.decided, inputs: source.inputs }, seeds);
  // What older versions of the app did not keep cannot be said again.
  if (!inputs && !facts.test && terms && needsProgress(needsOf(terms))) {
    return { rows: seeds, postings: [], winner };
  }
  const { created, postings } = changeCommissions({
    shopId,
    facts,
    factsBefore: null,
    attribution,
    existing: seeds,
    posted: new Map(),
    terms: new Map(),
    now,
    evaluation: evaluate({ terms, facts, attribution: attribution.decided, inputs, progress: noProgress() }),
    revision: 1,
    happenedAt: new Date(facts.updatedAt),
  });
  const released = commissions.flatMap((one) => {
    const earned = postings.filter((posting) => posting.subject.id === one.row.commissionId);
    return releaseOf(
      one,
      earned.reduce((sum, posting) => sum + posting.amountMinor, 0n),
    );
  });
  return { rows: created ? [...seeds, created] : seeds, postings: [...postings, ...released], winner };
}

/** M19, M12: decided on the evidence; on as much of it as there was, where the rest came after a release. */
function creditOf({
  facts,
  evidence,
  standings,
  rules,
  reassigned,
  commissions,
  creditedTo,
}: OrderSource): KeptAttribution {
  const decide = (found: readonly Evidence[]) =>
    decideAttribution({
      facts,
      kept: null,
      found,
      renewal: null,
      standings,
      versions: [rules],
      isReleased: false,
    });
  const all = decide(evidence);
  if (reassigned) return reassignedTo(all, reassigned.version, reassigned.by);
  const wasReleased = commissions.some(({ history }) => history.releases.length > 0);
  if (!wasReleased || (all.decided.winner?.affiliateId ?? null) === creditedTo) return all;
  const earlier = evidence.map((_, place) => decide(evidence.slice(0, place)));
  return earlier.find((one) => one.decided.winner?.affiliateId === creditedTo) ?? all;
}

/** The row as it was made, with the version that judges and what the decisions say. */
function seedOf({ row, decisions }: CommissionCase, { decided }: KeptAttribution): CommissionRow {
  const { winner } = decided;
  const judged =
    winner?.affiliateId === row.affiliateId
      ? {
          programId: winner.programId,
          programVersion: winner.version.number,
          approval: winner.version.terms.approval,
        }
      : {};
  return { ...row, ...judged, decision: decidedBy(decisions), revision: 0, releasedAt: null };
}

/**
 * M11: what was released, at its instant. Of a commission that earned again afterwards the books' own transfers tell
 * how much: facts do not keep what they were at the release.
 */
export function releaseOf({ row, history }: CommissionCase, pendingMinor: bigint): Posting[] {
  const happenedAt = history.releases.at(-1)?.recordedAt;
  if (!happenedAt) return [];
  const { payableMinor } = history.posted;
  const isWhole = history.releasedAt !== null || pendingMinor < payableMinor;
  const { commissionId, affiliateId, currency } = row;
  return releaseEntries({
    commissionId,
    affiliateId,
    currency,
    revision: 2,
    posted: { pendingMinor: isWhole ? pendingMinor : payableMinor, payableMinor: 0n },
  }).map((draft) => ({ ...draft, happenedAt }));
}

/** An order of which nothing can be said yet: its commissions stand as they do while the platform is asked. */
export function keepOrder(commissions: readonly CommissionCase[]): Rebuilt {
  const rebuilt = commissions.map((one) => {
    const { pendingMinor, payableMinor } = one.history.posted;
    return standAt(one, pendingMinor + payableMinor);
  });
  return {
    rows: rebuilt.flatMap((one) => one.rows),
    postings: rebuilt.flatMap((one) => one.postings),
  };
}

/** One commission whose standing amount is known: earned, and released where it was. */
export function standAt(one: CommissionCase, standingMinor: bigint): Rebuilt {
  const { commissionId, affiliateId, currency, createdAt } = one.row;
  const earned = entriesForDifference({
    commissionId,
    affiliateId,
    currency,
    revision: 1,
    standingMinor,
    posted: { pendingMinor: 0n, payableMinor: 0n },
  }).map((draft) => ({ ...draft, happenedAt: createdAt }));
  const row = { ...one.row, decision: decidedBy(one.decisions), revision: 0, releasedAt: null };
  return { rows: [row], postings: [...earned, ...releaseOf(one, standingMinor)] };
}
