import type { Ctx } from "#app/domain/context.ts";
import { pick, shopSettingNames } from "#app/domain/shop-settings.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { findShop, lockShop, updateSettings, type Shop, type ShopSettings } from "#app/store/shops.ts";

type SettingsChange = { [Name in keyof ShopSettings]?: ShopSettings[Name] | undefined };

/** Changes the given settings. The history has each value before and after. */
export async function changeSettings(ctx: Ctx, change: SettingsChange): Promise<Shop | Refusal> {
  const { shopId } = ctx.shop;
  return await inTransaction(async (tx) => {
    const before = await lockShop(tx, shopId);
    if (!before) return refuse("not-found", { code: "not_found", what: "shop" });
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const settings: ShopSettings = { ...pick(before, shopSettingNames), ...given };
    const changed = shopSettingNames.filter((name) => before[name] !== settings[name]);
    if (changed.length === 0) return before;
    await updateSettings(tx, shopId, { settings, now: ctx.now });
    const details = Object.fromEntries(
      changed.map((name) => [name, { before: before[name], after: settings[name] }]),
    );
    const subject = { subjectKind: "shop", subjectId: shopId, action: "settings-changed" };
    await recordAudit(tx, shopId, { ...subject, actor: ctx.actor, details, now: ctx.now });
    return (await findShop(tx, shopId)) ?? before;
  });
}
