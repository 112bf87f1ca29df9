import { fromPlain } from "../plain.ts";
import { defaultBase, noCaps, type ProgramTerms } from "./terms.ts";

type KeptTerms = Partial<ProgramTerms> & Pick<ProgramTerms, "commission" | "attributionDays" | "holdDays">;

/** Terms as the database keeps them. Those frozen before there were rules, caps and bonuses have none. */
export function readTerms(plain: unknown): ProgramTerms {
  const kept = fromPlain<KeptTerms>(plain);
  return {
    rules: [],
    caps: noCaps,
    bonuses: [],
    holdFrom: "order",
    approval: "automatic",
    ...kept,
    base: { ...defaultBase, ...kept.base },
  };
}
