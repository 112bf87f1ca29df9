import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { findShopByName, type LocalContext } from "../context.ts";
import type { ShopState } from "../state.ts";

/** The shop that a page under `/store/:name` is about; answers 404 where there is none. */
export function requireStore(ctx: LocalContext, c: Context): ShopState {
  const shop = findShopByName(ctx, c.req.param("name") ?? "");
  if (shop === null) throw new HTTPException(404, { message: "There is no such store." });
  return shop;
}

/** One field of a posted form as text; empty when it is missing or a file. */
export async function readField(c: Context, name: string): Promise<string> {
  const value = (await c.req.parseBody())[name];
  return typeof value === "string" ? value : "";
}
