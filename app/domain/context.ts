import type { Actor } from "./actor.ts";
import type { ShopId } from "./ids.ts";
import type { Language } from "./languages.ts";

/** Facts of a store that use cases read, named as in the table `shops`. */
type ShopFacts = {
  readonly shopId: ShopId;
  readonly domain: string;
  readonly currency: string;
  /** IANA name, such as "Europe/Berlin". Days of reports and periods are days there. */
  readonly timeZone: string;
  /** Granted access scopes, separated by commas. */
  readonly scopes: string;
  readonly displayName: string | null;
  readonly storeName: string | null;
  readonly contactEmail: string | null;
  readonly storefrontUrl: string | null;
  readonly language: Language;
};

/** A store, with the facts that a function needs and no others. */
export type ShopWith<Fact extends keyof ShopFacts = never> = Pick<ShopFacts, "shopId" | Fact>;

/** The person or process behind a change, and the time that it is recorded with. */
export type Acting = { readonly actor: Actor; readonly now: Date };

/** First parameter of each use case that changes something. */
export type Ctx<Shop extends ShopWith = ShopWith> = Acting & { readonly shop: Shop };
