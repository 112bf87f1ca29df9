import { type Chosen, SearchedFilter } from "./searched-filter.tsx";

/** An affiliate whose rows alone are listed. */
export type ChosenAffiliate = Chosen;

/** Finds an affiliate by name, e-mail address or code. */
export function AffiliateFilter({ chosen }: { chosen: ChosenAffiliate | null }) {
  return (
    <SearchedFilter
      name="affiliate"
      label="Affiliate"
      placeholder="All affiliates"
      from="all"
      chosen={chosen}
    />
  );
}
