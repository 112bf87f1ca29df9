import type { z } from "zod";
import type { importSwitchWire } from "#app/contracts/shadow.ts";
import type { FileImportId, ShopId } from "#app/domain/ids.ts";
import { type ImportKind, opensBalances } from "#app/domain/imports/import-kinds.ts";
import { isInShadow } from "#app/domain/shadow/shadow-mode.ts";
import { db } from "#app/platform/db.server.ts";
import { findShadow, newestOrders } from "#app/store/shadow.ts";

type ImportSwitch = z.output<typeof importSwitchWire>;

type SwitchedImport = {
  readonly id: string;
  readonly kind: ImportKind;
  readonly status: string;
};

/** Conditions of a switch from another app for an import that is not started. Null without any. */
export async function readImportSwitch(
  shopId: ShopId,
  { id, kind, status }: SwitchedImport,
  now: Date,
): Promise<ImportSwitch | null> {
  const isWaiting = status === "draft" || status === "checked";
  const shadow = isWaiting && opensBalances({ kind }) ? await findShadow(db(), shopId) : null;
  if (shadow === null) return null;
  const isLive = !isInShadow(shadow, now);
  const { liveFrom } = shadow;
  if (isLive && status === "draft") return null;
  if (!isLive || kind !== "referrals") {
    return { liveFrom, isLive, missingOrder: null };
  }
  const { inFile, earning } = await newestOrders(db(), shopId, id as FileImportId);
  const isMissing = earning !== null && (inFile === null || inFile < earning);
  return { liveFrom, isLive, missingOrder: isMissing ? earning : null };
}
