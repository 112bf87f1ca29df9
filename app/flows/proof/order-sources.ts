import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { rulesOfVersion } from "#app/domain/attribution-rules.ts";
import { compareInstants } from "#app/domain/instant.ts";
import { fromPlain } from "#app/domain/plain.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import type { ReasonCode } from "#app/domain/reasons.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { type Evidence, isClick } from "#app/domain/touch.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { commissionsOfOrders } from "#app/store/commissions.ts";
import { type DecisionRow, decisionsAbout } from "#app/store/decisions.ts";
import { evidenceSources } from "#app/store/evidence-sources.ts";
import { frozenTerms, versionId } from "#app/store/frozen-terms.ts";
import type { OrderRow } from "#app/store/orders.ts";
import { type CommissionCase, commissionCases } from "./commission-cases.ts";
import { findEvidence } from "#app/flows/settlement/find-evidence.ts";
import {
  findStandings,
  type KeptAttribution,
  readAttributions,
  type Standings,
} from "#app/flows/settlement/credit-orders.ts";
import type { OrderSource } from "./rebuild-order.ts";

/** An order of which the platform has not told enough yet; its commissions stand as they do. */
type Waiting = { readonly waiting: readonly CommissionCase[] };

type Reassignment = {
  readonly affiliateId: AffiliateId;
  readonly programId: ProgramId;
  readonly version: number;
};

/** From what the commissions of these orders are rebuilt, in their order; null where nothing was decided yet. */
export async function orderSources(
  tx: Tx,
  shopId: ShopId,
  rows: readonly OrderRow[],
): Promise<(OrderSource | Waiting | null)[]> {
  const facts = rows.map((row) => readFacts(row.facts));
  const kept = await readAttributions(tx, shopId, rows);
  const sources = await evidenceSources(tx, shopId);
  const found = await findEvidence(tx, shopId, { orders: facts, sources });
  const orderIds = rows.map((row) => row.orderId);
  const own = (await commissionsOfOrders(tx, shopId, orderIds)).filter((one) => one.kind === "order");
  const commissions = Map.groupBy(await commissionCases(tx, shopId, own), (one) => one.row.orderId);
  const decisions = Map.groupBy(await decisionsAbout(tx, shopId, orderIds), (one) => one.subjectId);
  const evidence = rows.map((row, place) => evidenceOf(kept[place] ?? null, found.get(row.orderId) ?? []));
  const affiliateIds = new Set(evidence.flat().map((one) => one.affiliateId));
  const standings = await findStandings(tx, shopId, [...affiliateIds]);
  const versions = await versionsOf(tx, shopId, [...decisions.values()].flat());
  return rows.map((row, place) => {
    const cases = commissions.get(row.orderId) ?? [];
    const of = facts[place];
    if (!of || (kept[place] ?? null) === null) return null;
    if (row.reason === ("waiting-for-catalog" satisfies ReasonCode)) return { waiting: cases };
    return {
      facts: of,
      evidence: evidence[place] ?? [],
      rules: rulesOfVersion(sources.versions, kept[place]?.rules.version ?? 0),
      standings: asThen(standings, row, of.createdAt),
      reassigned: reassignedBy(decisions.get(row.orderId) ?? [], versions, of.createdAt),
      commissions: cases,
      inputs: kept[place]?.inputs ?? {},
      creditedTo: row.affiliateId,
    };
  });
}

/**
 * What was known of the order, in the order in which it was found. What a click says is read from the click, as long
 * as it is kept; who had a code then is only known from the order, since it may have another owner now.
 */
function evidenceOf(kept: KeptAttribution | null, found: readonly Evidence[]): Evidence[] {
  return (kept?.evidence ?? []).map((one) => {
    if (!isClick(one)) return one;
    return found.find((click) => click.kind === one.kind && click.clickId === one.clickId) ?? one;
  });
}

/**
 * Of somebody who left a program and joined it again only the last joining is kept. Who was credited in it was in it.
 */
function asThen(standings: Standings, row: OrderRow, createdAt: string): Standings {
  const isLater = (at: string) => compareInstants(at, createdAt) > 0;
  const affiliates = standings.affiliates.map((one) =>
    one.id === row.affiliateId
      ? {
          ...one,
          memberships: one.memberships.map((each) =>
            each.programId === row.programId && isLater(each.joinedAt)
              ? { ...each, joinedAt: createdAt }
              : each,
          ),
        }
      : one,
  );
  return { ...standings, affiliates };
}

/** The versions that reassignments name, by `versionId`. */
async function versionsOf(tx: Tx, shopId: ShopId, decisions: readonly DecisionRow[]) {
  const named = decisions
    .filter((one) => one.kind === "reassigned")
    .map((one) => fromPlain<Reassignment>(one.details))
    .map(({ programId, version }) => ({ programId, number: version }));
  return frozenTerms(tx, shopId, named);
}

/** M12: the newest reassignment decides. Of its version only the name and the terms are asked for. */
function reassignedBy(
  decisions: readonly DecisionRow[],
  versions: ReadonlyMap<string, ProgramTerms | null>,
  createdAt: string,
): OrderSource["reassigned"] {
  const newest = decisions.findLast((one) => one.kind === "reassigned");
  if (!newest) return null;
  const { affiliateId, programId, version: number } = fromPlain<Reassignment>(newest.details);
  const id = versionId({ programId, number });
  const terms = versions.get(id);
  if (!terms) throw new Error(`The terms ${id} of the decision ${newest.decisionId} are not there.`);
  const by = { affiliateId, programId, at: newest.at.toISOString(), decisionId: newest.decisionId };
  return { by, version: { id, programId, number, effectiveFrom: createdAt, affiliateId: null, terms } };
}
