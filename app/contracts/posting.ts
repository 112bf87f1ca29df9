import { z } from "zod";
import { commissionKinds } from "#app/domain/commission-state.ts";
import { moneyWire, namedWire } from "./wire.ts";

export const postingWire = z
  .object({
    id: z.string(),
    commissionId: z.string(),
    kind: z
      .enum([...commissionKinds, "adjustment"])
      .meta({ description: "What it was posted for: the order itself, a bonus, an addition by hand, …" }),
    code: z.string().meta({ description: "A code of M2: earned, released, reversed, …" }),
    debit: z.string(),
    credit: z.string(),
    amount: moneyWire,
    affiliate: namedWire.nullable(),
    happenedAt: z.iso.datetime(),
    recordedAt: z.iso.datetime(),
  })
  .meta({ id: "Posting" });

export type PostingWire = z.output<typeof postingWire>;
