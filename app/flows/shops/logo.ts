import type { Ctx } from "#app/domain/context.ts";
import { isIdOf, type ShopId } from "#app/domain/ids.ts";
import { readLogo } from "#app/domain/logo-image.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { hashBytes } from "#app/platform/crypto.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { findLogo, removeLogo, saveLogo, type ShopLogo } from "#app/store/shops.ts";

/** Stores an uploaded logo if it is an image that browsers and email programs show. */
export async function uploadLogo(
  { shop: { shopId }, actor, now }: Ctx,
  bytes: Buffer,
): Promise<Refusal | null> {
  const image = readLogo(bytes);
  if ("fault" in image) return refuse("invalid", { code: "image", what: image.fault }, "file");
  await inTransaction(async (tx) => {
    await saveLogo(tx, { shopId, ...image, bytes, hash: hashBytes(bytes), uploadedAt: now });
    await recordAudit(tx, shopId, {
      subjectKind: "shop",
      subjectId: shopId,
      action: "logo-uploaded",
      actor,
      now,
    });
  });
  return null;
}

/** Removes the logo, if there is one. */
export async function deleteLogo({ shop: { shopId }, actor, now }: Ctx): Promise<void> {
  await inTransaction(async (tx) => {
    if (!(await removeLogo(tx, shopId))) return;
    await recordAudit(tx, shopId, {
      subjectKind: "shop",
      subjectId: shopId,
      action: "logo-removed",
      actor,
      now,
    });
  });
}

/** The logo at an address. Null if the shop has none with that hash. */
export async function readLogoAt(
  shopId: string,
  hash: string,
): Promise<Pick<ShopLogo, "type" | "bytes"> | null> {
  if (!isIdOf("shop", shopId) || !/^[0-9a-f]{64}$/.test(hash)) return null;
  return await findLogo(db(), shopId as ShopId, hash);
}
