import { isRefusal } from "#app/domain/refusal.ts";
import { readAffiliate, type AffiliateListShop } from "#app/flows/affiliates/read-affiliates.ts";

export type ChosenAffiliate = { readonly id: string; readonly name: string };

/** The affiliate that a list is narrowed to by its address, or null where it is not. */
export async function chosenAffiliate(
  shop: AffiliateListShop,
  id: string | undefined,
): Promise<ChosenAffiliate | null> {
  if (id === undefined) return null;
  const found = await readAffiliate(shop, id);
  // The list is empty then, and has to say what empties it.
  return { id, name: isRefusal(found) ? "Unknown affiliate" : found.name };
}
