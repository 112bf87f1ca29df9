import { z } from "zod";
import { instant, listQuery, namedWire, paginationWire, plainName, plainText } from "./wire.ts";
import { enter, wrong } from "./reasons.ts";

const claimStatuses = ["open", "accepted", "declined"] as const;

/** Query of GET /api/v1/claims. */
export const claimListQuery = listQuery.omit({ cursor: true }).extend({
  status: z.enum(claimStatuses).optional(),
  affiliate: z.string().max(40, wrong("id")).optional(),
});

/** A store writes what it likes before and behind its orders' numbers. */
const hasNumber = (name: string) => /\p{Nd}/u.test(name);
const orderExample = wrong("order");

/** The portal's form: "I referred order #1001". */
export const makeClaimForm = z.object({
  order: plainName(50, enter("order")).refine(hasNumber, orderExample),
  note: plainText(500).default(""),
});

const decision = {
  decision: z.enum(["accept", "decline"]),
  answer: plainText(500)
    .default("")
    .meta({ description: "What the affiliate is told; needed for declining" }),
};
const saysWhy = (given: { readonly decision: string; readonly answer: string }) =>
  given.decision === "accept" || given.answer !== "";
const answerMissing = { path: ["answer"], error: enter("decline_reason") };

/** Body of POST /api/v1/claims/{id}/decision. */
export const claimDecisionBody = z.strictObject(decision).refine(saysWhy, answerMissing);

export const claimForm = z.object({ ...decision, id: z.string().max(40) }).refine(saysWhy, answerMissing);

export const claimWire = z
  .object({
    id: z.string(),
    affiliate: namedWire,
    orderName: z.string().meta({ description: "As the affiliate wrote it" }),
    orderId: z.string().nullable().meta({ description: "Shopify's number, once the order was found" }),
    note: z.string(),
    status: z.enum(claimStatuses),
    madeAt: instant,
    decidedAt: instant.nullable(),
    decidedBy: z.string().nullable(),
    answer: z.string().nullable(),
  })
  .meta({ id: "Claim" });

export type ClaimWire = z.input<typeof claimWire>;

export const claimListWire = z
  .object({ claims: z.array(claimWire), pagination: paginationWire })
  .meta({ id: "ClaimList" });

/** Answer of a decision: what became of the order's credit with it. */
export const decidedClaimWire = z
  .object({
    claim: claimWire,
    credited: namedWire
      .nullable()
      .meta({ description: "Who is credited with the order now; reassign it where that is somebody else" }),
  })
  .meta({ id: "DecidedClaim" });

/** A claim as its affiliate sees it, without who decided. */
export const ownClaimWire = claimWire.pick({
  id: true,
  orderName: true,
  note: true,
  status: true,
  madeAt: true,
  answer: true,
});

export type OwnClaimWire = z.input<typeof ownClaimWire>;
