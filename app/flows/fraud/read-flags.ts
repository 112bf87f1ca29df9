import type { ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import {
  countFlags,
  findFlag,
  type FlagFilter,
  flagsAbout,
  listFlags,
  type NamedFlag,
} from "#app/store/flags.ts";

/** One page of flags, newest first, and how many there are. */
export async function readFlags(
  shopId: ShopId,
  { page, limit, ...filter }: FlagFilter & { readonly page: number; readonly limit: number },
): Promise<{ flags: NamedFlag[]; total: number }> {
  const [total, flags] = await Promise.all([
    countFlags(db(), shopId, filter),
    listFlags(db(), shopId, { filter, limit, offset: (page - 1) * limit }),
  ]);
  return { flags, total };
}

/** One flag, or null. */
export async function readFlag(shopId: ShopId, flagId: string): Promise<NamedFlag | null> {
  return findFlag(db(), shopId, flagId);
}

/** The flags of an order, newest first. */
export async function readFlagsOfOrder(shopId: ShopId, orderId: string): Promise<NamedFlag[]> {
  return flagsAbout(db(), shopId, { kind: "order", ids: [orderId] });
}
