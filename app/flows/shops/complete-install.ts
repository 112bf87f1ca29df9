import type { ShopId, StaffId } from "#app/domain/ids.ts";
import { isShopDomain } from "#app/domain/shop-domain.ts";
import { completeGrant, type GrantBegun } from "#app/gateways/shopify/auth.server.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";
import { hashToken, randomToken } from "#app/platform/crypto.server.ts";
import { db } from "#app/platform/db.server.ts";
import { findShopByDomain } from "#app/store/shops.ts";
import { dropOldTickets, insertTicket } from "#app/store/sessions.ts";
import { beginStaffGrant } from "./begin-install.ts";
import { keepInstallation } from "./keep-installation.ts";
import { saveStaffMember } from "./save-staff.ts";
import { formatToken } from "./session-token.ts";

/** The next step after the callback: the second grant, the result page with a ticket, or an error. */
type InstallStep =
  | ({ next: "authorize" } & GrantBegun)
  | { next: "success"; ticket: string; domain: string; cookies: string[] }
  | { next: "problem"; code: InstallProblem };

type InstallProblem = "expired" | "invalid" | "unreachable";

function problemStep(code: InstallProblem): InstallStep {
  return { next: "problem", code };
}

/**
 * Shopify sends the browser back twice: first with the shop's grant, which installs the app, then with the
 * staff member's, which identifies them and ends in a ticket for this browser.
 */
export async function completeInstall(
  request: Request,
  browserNonce: string | null,
  now: Date,
): Promise<InstallStep> {
  const domain = new URL(request.url).searchParams.get("shop") ?? "";
  if (!isShopDomain(domain)) return problemStep("invalid");
  if (browserNonce === null) return problemStep("expired");
  const grant = await completeGrant(request);
  if ("problem" in grant) return problemStep(grant.problem);
  const { session } = grant;
  const user = session.onlineAccessInfo?.associated_user;
  try {
    if (!user) {
      await keepInstallation({ domain, scopes: session.scope ?? "", now });
      return { next: "authorize", ...(await beginStaffGrant(request, domain)) };
    }
  } catch (error) {
    if (error instanceof PlatformError) return problemStep("unreachable");
    throw error;
  }
  const shop = await findShopByDomain(db(), domain);
  if (!shop) return problemStep("invalid");
  const member = await saveStaffMember(shop.shopId, user, now);
  const ticket = await issueTicket(shop.shopId, { staffId: member.staffId, browserNonce }, now);
  return { next: "success", ticket, domain, cookies: grant.cookies };
}

const ticketMs = 60_000;

/**
 * Issues the `token` for `/auth/success`: valid for 60 s, for that shop, in the browser that began the installation
 * (`browserNonce` is in its cookie).
 */
export async function issueTicket(
  shopId: ShopId,
  holder: { staffId: StaffId; browserNonce: string },
  now: Date,
): Promise<string> {
  const ticket = formatToken(shopId, randomToken());
  await dropOldTickets(db(), shopId, now);
  await insertTicket(db(), {
    shopId,
    ticketHash: hashToken(ticket),
    browserHash: hashToken(holder.browserNonce),
    staffId: holder.staffId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + ticketMs),
  });
  return ticket;
}
