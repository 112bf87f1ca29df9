import { allocate } from "../allocate.ts";
import type { CutLine, StoredInputs } from "../inputs.ts";
import { earn, type Earning, nothing, ofShare, type PaidCharge, type Share } from "./pay.ts";
import type { Caps } from "./terms.ts";

export type Limiting = {
  readonly caps: Caps;
  readonly currency: string;
  readonly charges: readonly PaidCharge[];
  /** What each of the charges earns before caps, in their order. */
  readonly earnings: readonly Earning[];
  /** Without the lines that edits added. */
  readonly cut: readonly CutLine[];
  readonly shares: ReadonlyMap<string, Share>;
  readonly inputs: StoredInputs;
};

/**
 * T8, T9: the earnings of an order under its caps, in the order of its charges; the same ones where no cap bites.
 * `ofAffiliate` is what `affiliateRoom` answers.
 */
export function limit(question: Limiting, ofAffiliate: bigint | null): readonly Earning[] {
  const room = roomOf(question, ofAffiliate);
  if (room === null || question.earnings.reduce(addEarned, 0n) <= room) return question.earnings;
  const { charges, cut } = question;
  const held = new Map(cut.map((line) => [line.lineId, line.baseMinor]));
  const earning = charges.flatMap((charge, place) => {
    const earned = question.earnings[place] ?? nothing;
    return earned.earnedMinor > 0n ? [{ charge, earned }] : [];
  });
  const first = earning.filter(({ charge }) => held.has(charge.id));
  const later = earning.filter(({ charge }) => !held.has(charge.id));
  const earnedFirst = first.reduce((total, { earned }) => addEarned(total, earned), 0n);
  const capped = new Map<string, Earning>();
  if (earnedFirst <= room) {
    const weighed = later.map(({ charge }) => ({ charge, baseMinor: charge.baseMinor }));
    cutRoom(room - earnedFirst, weighed, capped);
  } else {
    const weighed = first.map(({ charge }) => ({ charge, baseMinor: held.get(charge.id) ?? 0n }));
    for (const { charge } of later) capped.set(charge.id, nothing);
    cutRoom(room, weighed, capped);
  }
  return question.earnings.map((earned, place) => capped.get(charges[place]?.id ?? "") ?? earned);
}

type Weighed = { readonly charge: PaidCharge; readonly baseMinor: bigint };

function cutRoom(roomMinor: bigint, weighed: readonly Weighed[], into: Map<string, Earning>): void {
  if (roomMinor === 0n) {
    for (const { charge } of weighed) into.set(charge.id, nothing);
    return;
  }
  // A line that was free when the order was first heard of weighs as it is now.
  const isFree = weighed.every((one) => one.baseMinor === 0n);
  const parts = weighed.map(({ charge, baseMinor }) => {
    return { charge, baseMinor: isFree ? charge.baseMinor : baseMinor };
  });
  const allocated = allocate(
    roomMinor,
    parts.map((one) => ({ id: one.charge.id, weight: one.baseMinor })),
  );
  for (const { charge, baseMinor } of parts) {
    const share = { allocatedMinor: allocated.get(charge.id) ?? 0n, baseMinor };
    into.set(charge.id, ofShare(share, charge.baseLeftMinor));
  }
}

/** The most that the order may earn, or null without a cap in its currency. */
function roomOf({ caps, currency }: Limiting, ofAffiliate: bigint | null): bigint | null {
  const ofOrder = caps.perOrder?.currency === currency ? caps.perOrder.minor : null;
  if (ofOrder === null || ofAffiliate === null) return ofOrder ?? ofAffiliate;
  return ofOrder < ofAffiliate ? ofOrder : ofAffiliate;
}

/**
 * T9: what an order may take of its affiliate's cap. Edits never add to it, so it is kept with the inputs as it was when
 * the order was first evaluated. Minor units; null without such a cap.
 */
export function affiliateRoom({ inputs, charges, earnings, cut, shares, currency }: Limiting): bigint | null {
  if (inputs.capLeftMinor === null) return null;
  const places = new Map(charges.map((charge, place) => [charge.id, place]));
  let earnedFirst = 0n;
  for (const { lineId, baseMinor, quantity } of cut) {
    const place = places.get(lineId) ?? -1;
    const charge = charges[place];
    const now = earnings[place];
    if (charge === undefined || now === undefined) continue;
    if (charge.baseMinor === baseMinor && charge.quantity === quantity) {
      earnedFirst += now.earnedMinor;
      continue;
    }
    const asHeld = { ...charge, baseMinor, baseLeftMinor: baseMinor, quantity };
    earnedFirst += earn(asHeld, shares.get(lineId) ?? null, currency).earnedMinor;
  }
  return inputs.capLeftMinor < earnedFirst ? inputs.capLeftMinor : earnedFirst;
}

function addEarned(totalMinor: bigint, { earnedMinor }: Earning): bigint {
  return totalMinor + earnedMinor;
}
