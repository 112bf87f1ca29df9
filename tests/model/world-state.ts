import type { Books } from "./books.ts";
import type { Message } from "./heard.ts";
import type { Counted, DayOf } from "./sales.ts";
import type { Kept, Order } from "./shapes.ts";
import type { Standing } from "./standing.ts";
import type { Evidence, Setting, Winner } from "./winner.ts";

export type ModelOrder = {
  readonly id: string;
  readonly evidence: readonly Evidence[];
  /** The lifetime customer's affiliate when this order was first calculated; undefined before (M5). */
  bound: Evidence | null | undefined;
  /** M23: how many first orders fit a renewal then, and whom the one that counts points to; null for other orders. */
  renewed: { readonly among: number; readonly evidence: Evidence | null } | null | undefined;
  /** M24: what its tags and note say, until something of it is released. */
  tags: readonly Evidence[];
  readonly heard: Message[];
  facts: Order | null;
  winner: Winner | null;
  /** A person gave the credit away (M12). */
  reassigned: Winner | null;
  standing: Standing | null;
  /** By affiliate. */
  readonly kept: Map<string, Kept>;
  counted: Counted | null;
};

export type World = {
  readonly setting: Setting;
  readonly dayOf: DayOf;
  readonly orders: Map<string, ModelOrder>;
  readonly books: Books;
};
