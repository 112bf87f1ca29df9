import type { StaffId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { findShopWithStaff, type StaffMember } from "#app/store/staff.ts";
import type { Shop } from "#app/store/shops.ts";
import { keepInstallation } from "./keep-installation.ts";
import { saveStaffMember, type PlatformUser } from "./save-staff.ts";

const staffAgainMs = 86_400_000;

/**
 * Handles a staff member who enters through the admin with a token that Shopify granted. If the shop is new or had
 * uninstalled, the grant itself proves the installation, because uninstalling drops all older tokens.
 */
export async function enterEmbedded(entry: {
  domain: string;
  scopes: string;
  user: PlatformUser;
  now: Date;
}): Promise<{ shop: Shop; member: StaffMember }> {
  const { domain, scopes, user, now } = entry;
  const found = await findShopWithStaff(db(), domain, String(user.id) as StaffId);
  const isInstalled = found && found.shop.installedAt !== null && found.shop.uninstalledAt === null;
  const shop = isInstalled ? found.shop : await keepInstallation({ domain, scopes, now });
  const known = found?.staff;
  const isRecent = known && now.getTime() - known.seenAt.getTime() < staffAgainMs;
  return { shop, member: isRecent ? known : await saveStaffMember(shop.shopId, user, now) };
}
