import { seedShop } from "./commerce/seed.ts";
import { emptyState, type ShopState, type Staff, type State } from "./state.ts";

/** The platform as a newcomer finds it: two shops with goods, and the app on neither. */
export function firstState(): State {
  const shops = [
    makeShop("demo-store.myshopify.com", 71_000_000_001, [
      person(98_000_000_011, "Ada", "Moreno", "demo-store"),
      person(98_000_000_012, "Ben", "Okafor", "demo-store"),
    ]),
    makeShop("second-store.myshopify.com", 71_000_000_002, [
      person(98_000_000_021, "Clara", "Lindqvist", "second-store"),
      person(98_000_000_022, "David", "Rossi", "second-store"),
    ]),
  ];
  return { ...emptyState(), shops: Object.fromEntries(shops.map((shop) => [shop.domain, shop])) };
}

/** The first of the staff owns the account. */
function makeShop(domain: string, id: number, staff: Staff[]): ShopState {
  const members = staff.map((member, index) => ({ ...member, accountOwner: index === 0 }));
  return { ...seedShop(domain), id, domain, staff: members, installation: null, uninstalledAt: null };
}

function person(id: number, firstName: string, lastName: string, store: string): Staff {
  const email = `${firstName.toLowerCase()}@${store}.example`;
  return { id, firstName, lastName, email, accountOwner: false, locale: "en" };
}
