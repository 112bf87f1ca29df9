import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { shopName } from "../context.ts";
import type { ShopState, Staff } from "../state.ts";

/** The staff member signed in to this shop's admin in this browser. The account's owner unless somebody switched. */
export function currentStaff(c: Context, shop: ShopState): Staff {
  const chosen = Number(getCookie(c, cookieName(shop)));
  const staff = shop.staff.find((member) => member.id === chosen) ?? shop.staff[0];
  if (staff === undefined) throw new Error(`${shop.domain} has no staff.`);
  return staff;
}

/** Signs another member of the staff in; an unknown id changes nothing. */
export function switchStaff(c: Context, shop: ShopState, staffId: number): void {
  if (!shop.staff.some((member) => member.id === staffId)) return;
  setCookie(c, cookieName(shop), String(staffId), { path: "/", httpOnly: true, sameSite: "Lax" });
}

function cookieName(shop: ShopState): string {
  return `staff_${shopName(shop.domain)}`;
}
