import { z } from "zod";
import { wrong } from "./reasons.ts";

const kind = z.enum(["product", "variant", "collection"]);

/** Query of GET /api/v1/goods: by the beginnings of a title's words, or those of `ids` (separated by commas). */
export const goodsQuery = z.object({
  kind,
  search: z.string().trim().max(200).default(""),
  ids: z
    .string()
    .regex(/^\d{1,20}(,\d{1,20}){0,249}$/, wrong("numbers"))
    .optional(),
});

const goods = z.object({
  kind,
  id: z.string(),
  title: z.string(),
  path: z.string().nullable().meta({ description: "Its page in the store; null for variants" }),
  about: z
    .object({ vendor: z.string(), tags: z.array(z.string()), collectionIds: z.array(z.string()) })
    .nullable()
    .meta({ description: "What rules may ask of a product, where one was searched for" }),
});

export const goodsListWire = z.object({ goods: z.array(goods) }).meta({ id: "GoodsList" });

export type GoodsWire = z.output<typeof goods>;
