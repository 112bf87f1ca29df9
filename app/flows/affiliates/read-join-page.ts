import type { Joining } from "#app/domain/applications/joining.ts";
import { isShopDomain, normaliseShopDomain } from "#app/domain/shop-domain.ts";
import { db } from "#app/platform/db.server.ts";
import { findJoining, findProgramOfSlug, listOpenPrograms, type OpenProgram } from "#app/store/joining.ts";
import { findProgram, type Program } from "#app/store/programs.ts";
import { findShopByDomain, type Shop } from "#app/store/shops.ts";
import { isOpen } from "./redeem-link.ts";
import { hasEmailServer } from "./send-link.ts";

export type JoinPage = {
  readonly shop: Shop;
  readonly program: Program;
  readonly joining: Joining;
  /** False where the program isn't taking applications now. */
  readonly isTaking: boolean;
};

/** An open shop, by its handle or domain. */
export async function findJoinShop(handle: string): Promise<Shop | null> {
  const domain = normaliseShopDomain(handle);
  const shop = isShopDomain(domain) ? await findShopByDomain(db(), domain) : null;
  return isOpen(shop) ? shop : null;
}

/** The join page of a program. Null if the address names none. A draft has none until it is active. */
export async function readJoinPage(handle: string, slug: string): Promise<JoinPage | null> {
  const shop = await findJoinShop(handle);
  const programId = shop && isSlugLike(slug) ? await findProgramOfSlug(db(), shop.shopId, slug) : null;
  const program = shop && programId ? await findProgram(db(), shop.shopId, programId) : null;
  if (!shop || !program || program.status === "draft") return null;
  const joining = await findJoining(db(), shop.shopId, program.programId);
  // Without an email server, no address can be confirmed.
  const isTaking = joining.mode === "open" && program.status === "active" && hasEmailServer();
  return { shop, program, joining, isTaking };
}

const isSlugLike = (text: string): boolean => /^[a-z0-9-]{1,60}$/.test(text);

/** Programs of a shop that take applications. */
export async function readOpenPrograms(shop: Shop): Promise<OpenProgram[]> {
  return hasEmailServer() ? await listOpenPrograms(db(), shop.shopId) : [];
}
