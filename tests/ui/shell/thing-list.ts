import { listOf } from "#app/contracts/lists/list-spec.ts";

export type Thing = { readonly id: string; readonly clicks: number };

type ThingQuery = Record<"search" | "status" | "affiliate" | "from" | "to" | "sort", string>;

/** A list of things, which stand for the rows of any list. */
export const thingList = listOf<Thing, ThingQuery>()({
  name: "things",
  parameters: { search: true, status: true, affiliate: true, from: true, to: true, sort: true },
  columns: {
    name: { title: "name", text: ({ id }) => `Thing ${id}` },
    clicks: { title: "clicks", count: ({ clicks }) => clicks },
  },
  shown: ["name", "clicks"],
  exported: ["name", "clicks"],
});

export const thingRow = ({ id }: Thing) => ({ id, url: `/things/${id}` });
