/** A visit of a storefront: the shop of the address, the cart and the landing page. */
import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { HTTPException } from "hono/http-exception";
import type { CommerceContext } from "../commerce/context.ts";
import type { ShopCommerce } from "../commerce/shop-commerce.ts";
import type { Cart } from "../commerce/types.ts";

export interface Visit {
  ctx: CommerceContext;
  domain: string;
  commerce: ShopCommerce;
  /** Path of the shop's root with a slash at the end: each real shop has a domain of its own here. */
  root: string;
}

/** The visit of a request below /shops/:shop; answers 404 for a shop that is not there. */
export function readVisit(ctx: CommerceContext, c: Context): Visit {
  const domain = c.req.param("shop") ?? "";
  const commerce = ctx.commerce(domain);
  if (!commerce) throw new HTTPException(404, { message: `The local platform has no shop ${domain}.` });
  return { ctx, domain, commerce, root: `/shops/${domain}/` };
}

const LANDING = "_landing_page";
const REFERRER = "_orig_referrer";

/**
 * Keeps the first page of a browser's session and where the visitor came from: the order carries both. A
 * visit that starts at /discount/CODE lands on the page it leads to.
 */
export function keepLanding(c: Context, visit: Visit): void {
  if (getCookie(c, LANDING) !== undefined) return;
  const url = new URL(c.req.url);
  const options = { path: visit.root, sameSite: "Lax" } as const;
  setCookie(c, LANDING, `/${url.pathname.slice(visit.root.length)}${url.search}`.slice(0, 2000), options);
  setCookie(c, REFERRER, foreignReferrer(c, visit).slice(0, 1000), options);
}

export function readLanding(c: Context): { landingSite: string | null; referringSite: string | null } {
  return { landingSite: getCookie(c, LANDING) ?? null, referringSite: getCookie(c, REFERRER) || null };
}

function foreignReferrer(c: Context, visit: Visit): string {
  const referrer = c.req.header("referer") ?? "";
  return referrer.startsWith(`${new URL(c.req.url).origin}${visit.root}`) ? "" : referrer;
}

/** The visitor's cart, or null while there is none. */
export function findCart(c: Context, visit: Visit): Cart | null {
  const token = getCookie(c, "cart");
  return (token && visit.commerce.carts[token]) || null;
}

/** The visitor's cart, made where there is none yet. */
export function openCart(c: Context, visit: Visit): Cart {
  const known = findCart(c, visit);
  if (known) return known;
  const cart = newCart(visit);
  // Scripts of the storefront read this cookie, as on the real one.
  setCookie(c, "cart", cart.token, { path: visit.root, sameSite: "Lax", maxAge: 14 * 86_400 });
  return cart;
}

/** A cart that no cookie names: what "Buy it now" checks out with. */
export function newCart(visit: Visit): Cart {
  const at = visit.ctx.now().toISOString();
  const cart: Cart = {
    token: randomBytes(16).toString("hex"),
    lines: [],
    attributes: {},
    note: "",
    discountCodes: [],
    createdAt: at,
    updatedAt: at,
  };
  visit.ctx.mutate(() => {
    visit.commerce.carts[cart.token] = cart;
  });
  return cart;
}

/** Where a storefront's own form or link may lead: a path of this shop, else its first page. */
export function pathInShop(visit: Visit, path: string | undefined): string {
  const safe = path?.startsWith("/") && !path.startsWith("//") && !path.includes("\\");
  return safe && path ? `${visit.root}${path.slice(1)}` : visit.root;
}
