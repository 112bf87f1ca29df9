import { z } from "zod";
import type { Utm } from "#app/domain/affiliate-link.ts";
import { linkFields } from "./link.ts";
import { linkStatuses } from "./statuses.ts";
import { enter, ofType, wrong } from "./reasons.ts";

const empty = (text: unknown) => (typeof text === "string" && text.trim() === "" ? undefined : text);
const emptyAsNone = (text: unknown) => (typeof text === "string" && text.trim() === "" ? null : text);
const id = z.string(ofType(wrong("id"))).max(40, wrong("id"));
const { name, target, slug, subId, utm, discountCode } = linkFields;

const flatUtm = {
  utmSource: utm.shape.source,
  utmMedium: utm.shape.medium,
  utmCampaign: utm.shape.campaign,
  utmTerm: utm.shape.term,
  utmContent: utm.shape.content,
};

/** Fields of a link in a form. Empty optional fields count as absent. */
const common = {
  name,
  target,
  slug: z.preprocess(empty, slug.optional()),
  subId: subId.default(""),
  ...flatUtm,
  discountCode: z.preprocess(emptyAsNone, discountCode.nullable().default(null)),
};
const programId = z.preprocess(emptyAsNone, id.nullable().default(null));
const revision = z
  .string()
  .regex(/^\d{1,9}$/, wrong("whole_number"))
  .transform(Number);
const status = z.enum(linkStatuses);

/** The merchant's form for a new link. The affiliate is an email address, referral code or id. */
export const newLinkForm = z.object({
  ...common,
  programId,
  affiliateId: z
    .string(ofType(enter("affiliate")))
    .trim()
    .min(1, enter("affiliate"))
    .max(254),
});

/** Forms of a link's page, by `intent`. */
export const linkForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("edit"), ...common, programId, revision }),
  z.object({ intent: z.literal("status"), status }),
  z.object({ intent: z.literal("archive") }),
]);

/** The affiliate's form for a new link. Only the merchant can choose a program. */
export const newOwnLinkForm = z.object(common);

/** Forms of an affiliate's own link, by `intent`. */
export const ownLinkForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("edit"), ...common, revision }),
  z.object({ intent: z.literal("status"), status }),
  z.object({ intent: z.literal("archive") }),
]);

type FlatUtm = { readonly [Name in keyof typeof flatUtm]?: string | undefined };

/** UTM fields of a form as a link stores them. */
export function utmOfForm(fields: FlatUtm): Utm {
  return {
    source: fields.utmSource,
    medium: fields.utmMedium,
    campaign: fields.utmCampaign,
    term: fields.utmTerm,
    content: fields.utmContent,
  };
}
