import { allocate } from "../allocate.ts";
import type { CutLine, StoredInputs } from "../inputs.ts";
import { earn, type Earning, nothing, ofShare, type PaidCharge, type Share } from "./pay.ts";
import type { Caps } from "./terms.ts";

export type Limiting = {
  readonly caps: Caps;
  readonly currency: string;
  readonly charges: readonly PaidCharge[];
  readonly earnings: ReadonlyMap<string, Earning>;
  /** Without the lines that edits added. */
  readonly cut: readonly CutLine[];
  readonly shares: ReadonlyMap<string, Share>;
  readonly inputs: StoredInputs;
};

/** T8, T9: the earnings of an order under its caps; the same ones where no cap bites. */
export function limit(question: Limiting): ReadonlyMap<string, Earning> {
  const room = roomOf(question);
  if (room === null || sumOf(question.earnings, question.charges) <= room) return question.earnings;
  const { earnings, charges, cut } = question;
  const held = new Map(cut.map((line) => [line.lineId, line.baseMinor]));
  const earning = charges.filter((charge) => (earnings.get(charge.id)?.earnedMinor ?? 0n) > 0n);
  const first = earning.filter((charge) => held.has(charge.id));
  const later = earning.filter((charge) => !held.has(charge.id));
  const earnedFirst = sumOf(earnings, first);
  if (earnedFirst <= room) {
    const weighed = later.map((charge) => ({ charge, baseMinor: charge.baseMinor }));
    return new Map([...earnings, ...cutRoom(room - earnedFirst, weighed)]);
  }
  const weighed = first.map((charge) => ({ charge, baseMinor: held.get(charge.id) ?? 0n }));
  const none = later.map((charge) => [charge.id, nothing] as const);
  return new Map([...earnings, ...none, ...cutRoom(room, weighed)]);
}

type Weighed = { readonly charge: PaidCharge; readonly baseMinor: bigint };

function cutRoom(roomMinor: bigint, weighed: readonly Weighed[]): [string, Earning][] {
  if (roomMinor === 0n) return weighed.map(({ charge }) => [charge.id, nothing]);
  // A line that was free when the order was first heard of weighs as it is now.
  const isFree = weighed.every((one) => one.baseMinor === 0n);
  const parts = weighed.map(({ charge, baseMinor }) => {
    return { charge, baseMinor: isFree ? charge.baseMinor : baseMinor };
  });
  const allocated = allocate(
    roomMinor,
    parts.map((one) => ({ id: one.charge.id, weight: one.baseMinor })),
  );
  return parts.map(({ charge, baseMinor }) => {
    const share = { allocatedMinor: allocated.get(charge.id) ?? 0n, baseMinor };
    return [charge.id, ofShare(share, charge.baseLeftMinor)];
  });
}

/** The most that the order may earn, or null without a cap in its currency. */
function roomOf(question: Limiting): bigint | null {
  const { perOrder } = question.caps;
  const ofOrder = perOrder?.currency === question.currency ? perOrder.minor : null;
  const ofAffiliate = affiliateRoom(question);
  if (ofOrder === null || ofAffiliate === null) return ofOrder ?? ofAffiliate;
  return ofOrder < ofAffiliate ? ofOrder : ofAffiliate;
}

/**
 * T9: what an order may take of its affiliate's cap. Edits never add to it, so it is kept with the inputs as it was when
 * the order was first evaluated. Minor units; null without such a cap.
 */
export function affiliateRoom({ inputs, charges, cut, shares, currency }: Limiting): bigint | null {
  if (inputs.capLeftMinor === null) return null;
  const byId = new Map(charges.map((charge) => [charge.id, charge]));
  let earnedFirst = 0n;
  for (const { lineId, baseMinor, quantity } of cut) {
    const charge = byId.get(lineId);
    if (charge === undefined) continue;
    const asHeld = { ...charge, baseMinor, baseLeftMinor: baseMinor, quantity };
    earnedFirst += earn(asHeld, shares.get(lineId) ?? null, currency).earnedMinor;
  }
  return inputs.capLeftMinor < earnedFirst ? inputs.capLeftMinor : earnedFirst;
}

function sumOf(earnings: ReadonlyMap<string, Earning>, charges: readonly PaidCharge[]): bigint {
  return charges.reduce((total, charge) => total + (earnings.get(charge.id)?.earnedMinor ?? 0n), 0n);
}
