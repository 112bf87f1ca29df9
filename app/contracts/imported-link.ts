import { z } from "zod";
import { isImportedParameter } from "#app/domain/referral-code.ts";
import { type CheckedRowWire, pastedRows } from "./pasted-rows.ts";
import { instant, listQuery, namedWire, paginationWire } from "./wire.ts";
import { enter, ofType, wrong } from "./reasons.ts";

const id = z.string(ofType(wrong("id"))).max(40, wrong("id"));
const parameter = z
  .string(ofType(enter("parameter")))
  .trim()
  .refine(isImportedParameter, wrong("parameter"));
const value = z
  .string(ofType(enter("value")))
  .trim()
  .min(1, enter("value"))
  .max(200)
  .refine((text) => !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text), wrong("imported_value"));
const affiliate = z
  .string(ofType(enter("affiliate")))
  .trim()
  .min(1, enter("affiliate"))
  .max(254);

/** Query of GET /api/v1/imported-links; `search` looks in parameters and values. */
export const importedLinkListQuery = listQuery.extend({ affiliate: id.optional() });

/** Body of POST /api/v1/imported-links. */
export const addImportedLinksBody = z
  .strictObject({
    parameter,
    value,
    affiliate: affiliate.meta({ description: "Id, e-mail address or referral code" }),
  })
  .meta({ id: "AddImportedLink" });

/** Query of DELETE /api/v1/imported-links. */
export const removeImportedLinkQuery = z.object({ parameter, value });

export const importedLinkWire = z
  .object({
    parameter: z.string(),
    value: z.string(),
    affiliate: namedWire,
    createdAt: instant,
  })
  .meta({ id: "ImportedLink" });

export type ImportedLinkWire = z.input<typeof importedLinkWire>;

export const importedLinkListWire = z
  .object({
    importedLinks: z.array(importedLinkWire),
    pagination: paginationWire,
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "ImportedLinkList" });

export const removedImportedLinkWire = z
  .object({ removed: z.literal(true) })
  .meta({ id: "RemovedImportedLink" });

/** A pasted line with what it would do. */
export type CheckedImportedLinkWire = CheckedRowWire & { readonly parameter: string; readonly value: string };

/** The forms of the page of imported links, told apart by `intent`. */
export const importedLinkForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add"), parameter, value, affiliate }),
  z.object({ intent: z.literal("remove"), parameter, value }),
  z.object({ ...pastedRows, intent: z.literal("many") }),
]);
