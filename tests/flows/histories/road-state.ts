import type { OrderFacts } from "#app/domain/order.ts";
import type { Counts } from "../../histories/cases.ts";
import type { History } from "../../histories/history.ts";
import type { Chance } from "../../histories/random.ts";
import type { World } from "../../model/world-state.ts";
import type { RoadShop } from "./road-shop.ts";

/** A history on its way through the database, and the model beside it. */
export type Road = {
  readonly history: History;
  readonly chance: Chance;
  /** Draws about tags have their own, so all other draws stay as they are. */
  readonly typing: Chance;
  readonly counts: Counts;
  readonly place: RoadShop;
  readonly model: World;
  /** The newest reading that was told of each order. */
  readonly newest: Map<string, OrderFacts>;
  /** Orders whose deletion was told before the order itself. */
  readonly deletedEarly: Set<string>;
  /** Present time of people and jobs. It never goes back. */
  now: Date;
};

/** Does a piece of work, perhaps broken and done again. */
export type Doing = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
