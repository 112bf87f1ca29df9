import { z } from "zod";
import { commissionKinds } from "#app/domain/commission-state.ts";
import { instant, money, namedWire } from "./wire.ts";

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
    amount: money,
    affiliate: namedWire.nullable(),
    happenedAt: instant,
    recordedAt: instant,
  })
  .meta({ id: "Posting" });

export type PostingWire = z.input<typeof postingWire>;
