import type { AffiliateId, ClickId, ShopId } from "#app/domain/ids.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { referralKey } from "#app/domain/referral-code.ts";
import type { Evidence } from "#app/domain/touch.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { openSignedClick } from "#app/platform/signed-click.server.ts";
import {
  clickedOf,
  type Clicked,
  type ClickName,
  type CodeOwner,
  ownersOfCodes,
  ownersOfReferralCodes,
} from "#app/store/evidence.ts";

/** What one order carries that may point to an affiliate. */
type Signals = {
  readonly codes: readonly string[];
  readonly clicks: readonly ClickName[];
  readonly ref: string | null;
};

/** More are not honest: the storefront writes two. */
const mostClicks = 10;

/** The evidence of many orders of a shop, by order, found with one query for each kind. */
export async function findEvidence(
  tx: Tx,
  shopId: ShopId,
  orders: readonly OrderFacts[],
): Promise<Map<string, Evidence[]>> {
  const signals = new Map(orders.map((facts) => [facts.id, signalsOf(shopId, facts)]));
  const all = [...signals.values()];
  const codes = await ownersOfCodes(tx, shopId, unique(all.flatMap((one) => one.codes.map(referralKey))));
  const clicks = await clickedOf(
    tx,
    shopId,
    all.flatMap((one) => one.clicks),
  );
  const refs = await ownersOfReferralCodes(
    tx,
    shopId,
    unique(all.flatMap((one) => (one.ref === null ? [] : [referralKey(one.ref)]))),
  );
  return new Map([...signals].map(([orderId, one]) => [orderId, evidenceOf(one, { codes, clicks, refs })]));
}

type Owners = {
  readonly codes: ReadonlyMap<string, CodeOwner>;
  readonly clicks: ReadonlyMap<ClickId, Clicked>;
  readonly refs: ReadonlyMap<string, AffiliateId>;
};

function evidenceOf(signals: Signals, owners: Owners): Evidence[] {
  const evidence: Evidence[] = [];
  for (const code of signals.codes) {
    const owner = owners.codes.get(referralKey(code));
    if (!owner) continue;
    const at = owner.assignedAt.toISOString();
    evidence.push({ kind: "code", affiliateId: owner.affiliateId, code, at });
  }
  for (const { clickId, occurredAt } of signals.clicks) {
    const clicked = owners.clicks.get(clickId);
    if (clicked) {
      evidence.push({ kind: "click", ...clicked, clickId, at: occurredAt.toISOString(), programId: null });
    }
  }
  const landed = signals.ref === null ? undefined : owners.refs.get(referralKey(signals.ref));
  if (landed && signals.ref !== null) {
    evidence.push({ kind: "landing", affiliateId: landed, code: signals.ref, at: null });
  }
  return evidence;
}

/** The landing page may carry the signed click too: a purchase outside the cart has no cart attribute. */
function signalsOf(shopId: ShopId, facts: OrderFacts): Signals {
  const query = queryOf(facts.landingSite);
  const signed = [...(facts.clickAttribute ?? "").split(","), query?.get("aff_click") ?? ""];
  const clicks = new Map<string, ClickName>();
  for (const text of signed.slice(0, mostClicks)) {
    const opened = openSignedClick(shopId, text.trim());
    if (!opened) continue;
    const clickId = opened.clickId as ClickId;
    clicks.set(clickId, { clickId, occurredAt: opened.occurredAt });
  }
  const ref = query?.get("ref") ?? "";
  return {
    codes: facts.discountCodes,
    clicks: [...clicks.values()],
    ref: ref !== "" && ref.length <= 64 ? ref : null,
  };
}

function queryOf(landingSite: string | null): URLSearchParams | null {
  if (landingSite === null) return null;
  return URL.parse(landingSite, "https://storefront.invalid/")?.searchParams ?? null;
}

/** What was known before stays known: a code that has another owner now was this affiliate's then (M19). */
export function joinEvidence(known: readonly Evidence[], found: readonly Evidence[]): Evidence[] {
  const keys = new Set(known.map(signalKey));
  return [...known, ...found.filter((one) => !keys.has(signalKey(one)))];
}

function signalKey(evidence: Evidence): string {
  if (evidence.kind === "click") return `click ${evidence.clickId}`;
  return `${evidence.kind} ${referralKey(evidence.code)}`;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
