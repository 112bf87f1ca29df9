import { z } from "zod";
import { linkStatuses } from "./statuses.ts";
import { isReferralCode } from "#app/domain/referral-code.ts";
import { instant, listQuery, namedWire, paginationWire, plainName, plainText } from "./wire.ts";
import { because, enter, ofType, wrong } from "./reasons.ts";

const name = plainName(120, enter("name"));
const target = z
  .string(ofType(enter("page")))
  .trim()
  .min(1, enter("page"))
  .max(2000);
const slug = z.string().trim().refine(isReferralCode, wrong("slug"));
const oneLine = (most: number) =>
  plainText(most).refine((text) => !/[\n\r\t]/.test(text), because({ code: "one_line" }));
const subId = oneLine(64);
const utmField = oneLine(100).optional();
const utm = z.strictObject({
  source: utmField,
  medium: utmField,
  campaign: utmField,
  term: utmField,
  content: utmField,
});
const id = z.string(ofType(wrong("id"))).max(40, wrong("id"));
const discountCode = plainName(255, enter("discount_code"));
const status = z.enum(linkStatuses);

/** Fields of a link in the create and update calls. */
export const linkFields = { name, target, slug, subId, utm, discountCode };

/**
 * Query of GET /api/v1/links. `search` looks in names, targets and beginnings of slugs. Archived links are
 * included only on request.
 */
export const linkListQuery = listQuery.extend({
  status: status.optional(),
  affiliate: id.optional(),
});

export type LinkListQuery = z.output<typeof linkListQuery>;

/** Body of POST /api/v1/links. */
export const createLinkBody = z
  .strictObject({
    affiliateId: id,
    name,
    target: target.meta({ description: "Path on the store, or the address of one of its pages" }),
    slug: slug.optional().meta({ description: "Last part of the address; one is made up without it" }),
    subId: subId.optional(),
    utm: utm.optional(),
    programId: id.nullable().optional(),
    discountCode: discountCode.nullable().optional(),
  })
  .meta({ id: "CreateLink" });

/** Body of PUT /api/v1/links/{id}. Absent fields stay unchanged. */
export const updateLinkBody = z
  .strictObject({
    name: name.optional(),
    target: target.optional(),
    slug: slug.optional().meta({ description: "The former one goes on leading to the link" }),
    subId: subId.optional(),
    utm: utm.optional(),
    programId: id.nullable().optional(),
    discountCode: discountCode.nullable().optional(),
    status: status.optional(),
    revision: z.int().min(1).optional(),
  })
  .meta({ id: "UpdateLink" });

export const linkWire = z
  .object({
    id: z.string(),
    name: z.string(),
    status,
    affiliate: namedWire,
    slug: z.string().meta({ description: "What the address carries, in /r/SLUG and as ?ref=SLUG" }),
    target: z.string().meta({ description: "Path and query on the store" }),
    subId: z.string(),
    utm: z.record(z.string(), z.string()),
    program: namedWire
      .nullable()
      .meta({ description: "The only program in which it counts, where it has one" }),
    discountCode: z.string().nullable(),
    forms: z.object({
      short: z.string().meta({ description: "Passes the app" }),
      direct: z.string().meta({ description: "Leads to the page itself" }),
      discount: z
        .string()
        .nullable()
        .meta({ description: "Puts the discount code into the cart on its way" }),
    }),
    figures: z.object({ clicks: z.int(), orders: z.int() }),
    revision: z.int(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "Link" });

export type LinkWire = z.input<typeof linkWire>;

const cappedTotal = paginationWire.extend({
  total: z.int().meta({ description: "How many match, counted up to 10,000" }),
});

export const linkListWire = z
  .object({ links: z.array(linkWire), pagination: cappedTotal, nextCursor: z.string().nullable() })
  .meta({ id: "LinkList" });
