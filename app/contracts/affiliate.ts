import { z } from "zod";
import { noNoticeReasons } from "#app/domain/notice.ts";
import { confirmedMethods } from "#app/domain/payouts/details.ts";
import { affiliateStatuses } from "#app/domain/affiliate.ts";
import { isReferralCode } from "#app/domain/referral-code.ts";
import { distinctTags, longestTag, mostTags, tagsIn } from "#app/domain/tags.ts";
import {
  dayFields,
  daysInOrder,
  daysNotInOrder,
  instant,
  listQuery,
  money,
  namedWire,
  paginationWire,
  plainName,
  plainText,
} from "./wire.ts";
import { choose, enter, ofType, wrong } from "./reasons.ts";

const name = plainName(120);
const email = z
  .string(ofType(enter("email")))
  .trim()
  .min(1, enter("email"))
  .max(254)
  .pipe(z.email());
const referralCode = z.string().trim().refine(isReferralCode, wrong("slug"));
const tag = plainName(longestTag, enter("tag")).refine((text) => !text.includes(","), wrong("tag_comma"));
const tags = z.array(tag).max(mostTags).transform(distinctTags);
const note = plainText(2000);
const programIds = z.array(z.string().max(40)).max(50);
const status = z.enum(affiliateStatuses);

const reason = z.enum(noNoticeReasons).meta({
  description:
    "Removes from programs, and tags that rules ask for, without notice. The affiliate is told why.",
});
/** In a form the reason is empty where the notice period is kept. */
export const affiliateReasonField = z.union([z.literal("").transform(() => undefined), reason]).optional();

/** Query of GET /api/v1/affiliates. */
export const affiliateListQuery = listQuery
  .extend({
    status: status.optional(),
    sort: z.enum(["newest", "oldest", "name"]).default("newest"),
    program: z.string().max(40).optional(),
    tag: z.string().max(longestTag).optional(),
    method: z
      .enum(confirmedMethods)
      .optional()
      .meta({ description: "By which method they want to be paid; none: no payout details are confirmed" }),
    ...dayFields("added"),
  })
  .refine(daysInOrder, daysNotInOrder);

/** Body of POST /api/v1/affiliates/invite. Without `programIds` the affiliate joins every active program. */
export const inviteAffiliateBody = z
  .strictObject({
    name,
    email,
    referralCode: referralCode.optional(),
    programIds: programIds.optional(),
    note: note.optional(),
    tags: tags.optional(),
  })
  .meta({ id: "InviteAffiliate" });

/** Body of PUT /api/v1/affiliates/{id}/status. */
export const affiliateStatusBody = z
  .strictObject({ status, reason: plainText(500).optional() })
  .meta({ id: "ChangeAffiliateStatus" });

/** Body of PUT /api/v1/affiliates/{id}: what is given changes. */
export const updateAffiliateBody = z
  .strictObject({
    name: name.optional(),
    email: email.optional(),
    referralCode: referralCode.optional(),
    note: note.optional(),
    programIds: programIds.optional(),
    tags: tags.optional(),
    reason: reason.optional(),
    revision: z.int().min(1).optional(),
  })
  .meta({ id: "UpdateAffiliate" });

const affiliateIds = z.array(z.string().max(40)).min(1, choose("affiliates")).max(250);

/** Body of POST /api/v1/affiliates/tags. */
export const changeTagsBody = z
  .strictObject({
    ids: affiliateIds,
    add: tags.default([]),
    remove: tags.default([]),
    reason: reason.optional(),
  })
  .refine(({ add, remove }) => add.length + remove.length > 0, {
    path: ["add"],
    error: enter("tag"),
  })
  .meta({ id: "ChangeTags" });

/** Tags in one text field, with commas between them. */
export const tagsText = z.string().max(1000).transform(tagsIn).pipe(tags);

/** The bulk form of the list that adds or removes tags. */
export const changeTagsForm = z.object({
  change: z.enum(["add", "remove"]),
  tags: tagsText.refine((given) => given.length > 0, enter("tag")),
  ids: z
    .union([z.string(), z.array(z.string())], { error: choose("affiliates") })
    .transform((given) => [given].flat())
    .pipe(affiliateIds),
  reason: affiliateReasonField,
});

/** Answer of POST /api/v1/affiliates/tags. */
export const changedTagsWire = z
  .object({
    changed: z.int().meta({ description: "Affiliates that have the tags as asked for now" }),
    unchanged: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })),
  })
  .meta({ id: "ChangedTags" });

/** Answer of GET /api/v1/affiliates/tags. */
export const tagListWire = z
  .object({ tags: z.array(z.object({ tag: z.string(), affiliates: z.int() })) })
  .meta({ id: "TagList" });

/** Body of POST /api/v1/affiliates/{id}/codes: a discount code that the store has. */
export const discountCodeBody = z
  .strictObject({
    code: plainName(255, enter("discount_code")),
  })
  .meta({ id: "AssignDiscountCode" });

export const discountCodesWire = z
  .object({
    codes: z.array(
      z.object({
        code: z.string(),
        assignedAt: instant,
        endsAt: instant.nullable().meta({ description: "When the notice period ends" }),
      }),
    ),
  })
  .meta({ id: "DiscountCodes" });

export type AffiliateListQuery = z.output<typeof affiliateListQuery>;

/** Ids, also several in one value with commas between them. */
const idList = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((given) =>
    given === undefined
      ? []
      : [given]
          .flat()
          .flatMap((text) => text.split(","))
          .filter((text) => text !== ""),
  );
const emptyAsMissing = (text: unknown) => (typeof text === "string" && text.trim() === "" ? undefined : text);

/** The invite form of the admin, as the browser posts it. */
export const inviteForm = z.object({
  name,
  email,
  referralCode: z.preprocess(emptyAsMissing, referralCode.optional()),
  note: note.default(""),
  programIds: idList,
});

export const affiliateWire = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    status,
    nextStatuses: z.array(status),
    referralCode: z.string(),
    referralLink: z.string(),
    discountCodes: z.array(z.string()),
    programs: z.array(namedWire),
    tags: z.array(z.string()),
    endingTags: z.array(z.object({ tag: z.string(), endsAt: instant })).meta({
      description: "Removed tags that count until the notice period ends. Adding one again keeps it.",
    }),
    note: z.string(),
    revision: z.int(),
    figures: z.object({
      clicks: z.int(),
      orders: z.int(),
      revenue: money,
      commission: money,
    }),
    balances: z.array(z.object({ pending: money, available: money, inTransit: money, paid: money })),
    invitedAt: instant.nullable(),
    acceptedAt: instant.nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "Affiliate" });

export type AffiliateWire = z.input<typeof affiliateWire>;

/** Figures of an affiliate for the days of the page, in the shop's currency. */
export const recentFiguresWire = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  clicks: z.int(),
  orders: z.int(),
  net: money,
  commission: money,
});

export type RecentFiguresWire = z.input<typeof recentFiguresWire>;

/** An affiliate in the screen's list. */
export const affiliateRowWire = affiliateWire.pick({
  id: true,
  name: true,
  email: true,
  status: true,
  referralCode: true,
  tags: true,
  endingTags: true,
  figures: true,
  programs: true,
  balances: true,
  createdAt: true,
});

export type AffiliateRowWire = z.input<typeof affiliateRowWire>;

/** Answer of POST /api/v1/affiliates/invite. */
export const invitedAffiliateWire = affiliateWire
  .extend({
    invitationEmailed: z.boolean().meta({
      description:
        "False without an email server: nothing was sent, and the affiliate's page creates a link to copy",
    }),
  })
  .meta({ id: "InvitedAffiliate" });

export const affiliateListWire = z
  .object({
    affiliates: z.array(affiliateWire),
    pagination: paginationWire,
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "AffiliateList" });
