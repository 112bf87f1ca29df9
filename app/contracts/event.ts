import { z } from "zod";
import { eventNames, type EventName, type EventPayloads } from "#app/domain/events.ts";
import { noNoticeReasons } from "#app/domain/notice.ts";
import { payoutMethods } from "#app/domain/payouts/method.ts";
import { instant, listQuery } from "./wire.ts";
import { wrong } from "./reasons.ts";

const instantText = z.iso.datetime({
  offset: true,
  error: wrong("instant"),
});

/** Query of GET /api/v1/events. */
export const eventListQuery = listQuery.omit({ page: true, search: true }).extend({
  type: z.enum(eventNames).optional(),
  affiliate: z
    .string()
    .max(40, wrong("id"))
    .optional()
    .meta({ description: "Events about this affiliate alone" }),
  since: instantText.optional().meta({ description: "Events recorded at this instant or later" }),
  until: instantText.optional().meta({ description: "Events recorded before this instant" }),
});

const amount = z.strictObject({ amount: z.string(), currencyCode: z.string() });
const commission = {
  commissionId: z.string(),
  affiliateId: z.string(),
  programId: z.string(),
  orderId: z.string().nullable(),
  orderName: z.string().nullable(),
  amount,
  reason: z.string().nullable(),
};
const payment = z.strictObject({
  paymentId: z.string(),
  affiliateId: z.string(),
  method: z.enum(payoutMethods),
  amount,
});
const program = { programId: z.string(), programName: z.string() };
const application = { applicationId: z.string(), ...program };
const affiliateOrAll = z.string().nullable().meta({ description: "Null for all affiliates of the program" });
const terms = { ...program, affiliateId: affiliateOrAll, version: z.int(), startsAt: z.string() };

const termsEffect = z.enum(["reduction", "improvement", "change"]).meta({
  description: "A change starts without notice though it isn't an improvement",
});
const tagTerms = { ...terms, affiliateId: z.string() };
const codeEnd = { affiliateId: z.string(), code: z.string(), endsAt: z.string() };

/** Payloads of events. Integrations rely on them: fields may be added, and none may change or go. */
export const eventPayloads: { readonly [Name in EventName]: z.ZodType<EventPayloads[Name]> } = {
  "commission.created": z.strictObject({
    ...commission,
    calculation: z.array(z.strictObject({ percent: z.string(), eligible: amount })).meta({
      description: "Percentages that the amount consists of; empty where a cap or fixed amount takes part",
    }),
  }),
  "commission.approved": z.strictObject(commission),
  "commission.reversed": z.strictObject(commission),
  "bonus.earned": z.strictObject({
    commissionId: z.string(),
    affiliateId: z.string(),
    programId: z.string(),
    orderId: z.string().nullable(),
    bonus: z.string(),
    amount,
  }),
  "tier.reached": z.strictObject({
    affiliateId: z.string(),
    programId: z.string(),
    version: z.int(),
    ruleId: z.string().nullable(),
    tier: z.int().meta({ description: "Place of the tier, from 1" }),
    orderId: z.string(),
  }),
  "payment.sent": payment,
  "payment.paid": payment,
  "payment.unclaimed": payment,
  "payment.returned": payment,
  "payment.failed": payment,
  "application.submitted": z.strictObject(application),
  "application.received": z.strictObject(application),
  "application.approved": z.strictObject({
    ...application,
    affiliateId: z.string(),
    rule: z.string().nullable().meta({ description: "The rule that approved it; null where a person did" }),
  }),
  "application.declined": z.strictObject(application),
  "affiliate.invited": z.strictObject({
    affiliateId: z.string(),
    isReminder: z.boolean(),
    hasMoved: z
      .boolean()
      .optional()
      .meta({ description: "True if the affiliate was imported from another app" }),
  }),
  "affiliate.email_changed": z.strictObject({ affiliateId: z.string() }),
  "payout_details.changed": z.strictObject({
    affiliateId: z.string(),
    method: z.string(),
    usedFrom: z.string(),
  }),
  "payout_details.used_early": z.strictObject({ affiliateId: z.string(), method: z.string() }),
  "payout_details.missing": z.strictObject({ affiliateId: z.string(), amounts: z.array(amount) }),
  "terms.changed": z.strictObject({
    ...terms,
    effect: termsEffect,
    previousVersion: z.int(),
  }),
  "terms.withdrawn": z.strictObject(terms),
  "terms.changed_for_tags": z.strictObject({
    ...tagTerms,
    effect: termsEffect,
    tagsBefore: z.array(z.string()),
    tagsAfter: z.array(z.string()),
    reason: z.enum(noNoticeReasons).nullable(),
  }),
  "terms.kept_for_tags": z.strictObject(tagTerms),
  "program.ended": z.strictObject({
    ...program,
    affiliateId: affiliateOrAll,
    endsAt: z.string(),
    reason: z.enum(noNoticeReasons).nullable(),
  }),
  "claim.decided": z.strictObject({
    claimId: z.string(),
    affiliateId: z.string(),
    orderName: z.string(),
    decision: z.enum(["accepted", "declined"]),
  }),
  "statement.ready": z.strictObject({ affiliateId: z.string(), month: z.string() }),
  "code.changed": z.strictObject({ affiliateId: z.string(), code: z.string(), formerCode: z.string() }),
  "code.deactivated": z.strictObject({
    affiliateId: z.string(),
    code: z.string(),
    reason: z.enum(noNoticeReasons).nullable(),
  }),
  "code.end_scheduled": z.strictObject(codeEnd),
  "code.end_withdrawn": z.strictObject(codeEnd),
  "minimum_payout.raised": z.strictObject({ minimum: amount, startsAt: z.string() }),
};

const wires = eventNames.map((type) =>
  z.object({
    id: z.string(),
    type: z.literal(type),
    createdAt: instant,
    affiliateId: z.string().nullable().meta({
      description: "Whom the event is about; null where it is about several affiliates or an applicant",
    }),
    data: eventPayloads[type],
  }),
);

export const eventWire = z.union(wires).meta({ id: "Event" });
export const eventListWire = z.object({
  events: z.array(eventWire),
  nextCursor: z.string().nullable(),
});
