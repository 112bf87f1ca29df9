import type { Counts } from "../../histories/cases.ts";
import type { History } from "../../histories/history.ts";
import type { Chance } from "../../histories/random.ts";
import type { World } from "../../model/world-state.ts";
import type { RoadShop } from "./road-shop.ts";

/** A history on its way through the database, and the model beside it. */
export type Road = {
  readonly history: History;
  readonly chance: Chance;
  readonly counts: Counts;
  readonly place: RoadShop;
  readonly model: World;
  /** What a person or the clock does now; it never goes back. */
  now: Date;
};
