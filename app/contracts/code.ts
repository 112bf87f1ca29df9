import { z } from "zod";
import { noNoticeReasons } from "#app/domain/notice.ts";
import type { CheckedRowWire } from "./pasted-rows.ts";
import { instant, listQuery, namedWire, paginationWire } from "./wire.ts";
import { because, choose, enter, ofType, wrong } from "./reasons.ts";

export const idDigits = z.string().regex(/^\d{1,20}$/, wrong("digits"));

export const codeReason = z.enum(noNoticeReasons).meta({
  description: "Ends codes without notice. The affiliates are told why.",
});

/** Body of PUT /api/v1/affiliates/{id}/codes/{code}: another text, or another status. */
export const changeCodeBody = z
  .strictObject({
    newCode: z
      .string(ofType(enter("discount_code")))
      .trim()
      .max(300)
      .optional(),
    status: z
      .enum(["active", "paused"])
      .optional()
      .meta({ description: "A pause waits for the notice period; active also withdraws an end that waits" }),
    reason: codeReason.optional(),
  })
  .refine((body) => (body.newCode === undefined) !== (body.status === undefined), {
    error: because({ code: "code_or_status" }),
    path: ["newCode"],
  })
  .meta({ id: "ChangeDiscountCode" });

/** Query of DELETE /api/v1/affiliates/{id}/codes/{code}. */
export const deleteCodeQuery = z.object({
  store: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true")
    .meta({ description: "Delete the code in the store too, with its discount where it is the only one" }),
  reason: codeReason.optional(),
});

const codeStatuses = ["active", "paused", "missing"] as const;

/** Query of GET /api/v1/codes; `search` is the beginning of a code. */
export const codeListQuery = listQuery.extend({
  status: z.enum(codeStatuses).optional(),
  affiliate: z.string().max(40).optional(),
  discount: idDigits.optional(),
});

export type CodeListQuery = z.output<typeof codeListQuery>;

export const codeWire = z
  .object({
    code: z.string(),
    status: z.enum(codeStatuses),
    affiliate: namedWire,
    discount: z.object({ id: z.string(), title: z.string() }).nullable(),
    gives: z.string(),
    assignedAt: instant,
    endsAt: instant.nullable().meta({
      description:
        "When the notice period ends and the code is paused, removed or deleted; null while it stays",
    }),
  })
  .meta({ id: "DiscountCode" });

export type CodeWire = z.input<typeof codeWire>;

export const codeListWire = z
  .object({ codes: z.array(codeWire), pagination: paginationWire, nextCursor: z.string().nullable() })
  .meta({ id: "DiscountCodeList" });

/** So many fit into a body. */
const mostAssigned = 1000;

/** Body of POST /api/v1/codes/assignments. */
export const assignCodesBody = z
  .strictObject({
    codes: z
      .array(
        z.strictObject({
          code: z.string(ofType(enter("discount_code"))).max(255),
          affiliate: z
            .string(ofType(enter("affiliate")))
            .max(254)
            .meta({ description: "Id, e-mail address or referral code" }),
        }),
      )
      .min(1, choose("codes"))
      .max(mostAssigned),
  })
  .meta({ id: "AssignDiscountCodes" });

export const batchWire = z.object({
  id: z.string(),
  status: z.enum(["waiting", "running", "done", "failed"]),
  error: z.string().nullable(),
  total: z.int(),
  done: z.int(),
  failed: z.array(z.object({ affiliate: namedWire, code: z.string(), message: z.string() })),
  createdAt: instant,
});

/** A list of codes by itself, as the call that goes on with it answers. */
export const codeBatchWire = batchWire.meta({ id: "CodeBatch" });

export type BatchWire = z.input<typeof batchWire>;

/** Lists of codes that were assigned, and how far each is; `done` counts those that could not be too. */
export const assignmentsWire = z.object({ assignments: z.array(batchWire) }).meta({ id: "CodeAssignments" });

/** A pasted line of a code and an affiliate. */
export type CheckedCodeWire = CheckedRowWire & { readonly code: string };

export const plannedCodesWire = z
  .object({ codes: z.array(z.object({ affiliate: namedWire, code: z.string() })), total: z.int() })
  .meta({ id: "PlannedCodes" });

export type PlannedCodesWire = z.input<typeof plannedCodesWire>;
