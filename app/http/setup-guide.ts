import { encode, money } from "#app/contracts/wire.ts";
import { affiliateLinkPath } from "#app/domain/affiliate-link.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { type ShopDefaults, shopDefaults } from "#app/domain/terms/terms-of-input.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { hasEmailServer } from "#app/flows/affiliates/send-link.ts";
import { readExplanation } from "#app/flows/orders/read-orders.ts";
import type { Setup } from "#app/flows/reports/read-dashboard.ts";
import { formatsIn } from "#app/i18n/formats.ts";
import { termsLines } from "#app/i18n/terms-words.ts";
import { textsIn } from "#app/i18n/texts.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { joinPagesUrl } from "./joining.ts";
import { localeOf } from "./locale.ts";

type Shop = ShopDefaults & { readonly shopId: ShopId; readonly domain: string };

/** The setup guide as the dashboard shows it. */
export async function setupForPage(shop: Shop, setup: Setup, request: Request) {
  const { program, affiliate, testOrderId, steps, draft, firstSale } = setup;
  return {
    steps,
    draft,
    firstSale,
    defaults: shopDefaults(shop),
    program: program && { id: program.id, promise: promiseOf(program.terms, request) },
    joinUrl: program?.isOpen ? joinPagesUrl(shop) : null,
    affiliate: affiliate && {
      name: affiliate.name,
      link: appAddress(affiliateLinkPath(affiliate.referralCode, shop.domain)),
    },
    testOrder: testOrderId === null ? null : await testOrderOf(shop.shopId, testOrderId),
    canEmail: hasEmailServer(),
  };
}

/** The commission in the words that affiliates read. */
function promiseOf(terms: ProgramTerms, request: Request): string {
  const writer = { t: textsIn("en", "terms"), formats: formatsIn(localeOf(request) ?? "en-US") };
  return termsLines(terms, { ...writer, minimum: null })[0] ?? "";
}

async function testOrderOf(shopId: ShopId, orderId: string) {
  const found = await readExplanation(shopId, orderId);
  if (isRefusal(found) || !found.ifCounted) return null;
  const { ifCounted, order } = found;
  return { orderId, name: order.name, amount: encode(money, ifCounted.totals.current) };
}
