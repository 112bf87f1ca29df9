import { z } from "zod";
import { listOf } from "#app/contracts/lists/list-spec.ts";
import { listQuery } from "#app/contracts/wire.ts";

export type Thing = { readonly id: string; readonly clicks: number };

/** A list of things, which stand for the rows of any list. */
export const thingList = listOf<Thing>()({
  name: "things",
  query: listQuery.extend({
    status: z.string().optional(),
    affiliate: z.string().optional(),
    from: z.string().optional(),
    to: z.string().optional(),
    sort: z.string().optional(),
  }),
  columns: {
    name: { title: "name", text: ({ id }) => `Thing ${id}` },
    clicks: { title: "clicks", count: ({ clicks }) => clicks },
  },
  shown: ["name", "clicks"],
  exported: ["name", "clicks"],
});

export const thingRow = ({ id }: Thing) => ({ id, url: `/things/${id}` });
