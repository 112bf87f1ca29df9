import { describeSectionState, type SectionState } from "#app/domain/payouts/section-state.ts";
import { toDecimal } from "#app/domain/money.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { fixableReasons } from "#app/domain/payouts/eligible.ts";
import type { EmailReader } from "#app/gateways/email/event-mail.ts";
import { payoutWaitsMail, type WaitingSection } from "#app/gateways/email/payout-emails.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { enqueueEmail } from "#app/queue/mail.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { readEmailShop } from "#app/store/email-templates.ts";
import { skippedAffiliates } from "#app/store/payout-skipped.ts";
import { markSectionReported, type SectionRow, sectionsToReport } from "#app/store/payouts.ts";
import { findShop, listShopIds } from "#app/store/shops.ts";
import { isOpen } from "./redeem-link.ts";
import { hasEmailServer, shopName } from "./send-link.ts";

const statesToTell: readonly SectionState[] = [
  "needs_attention",
  "needs_second_confirmation",
  "ready_to_download",
  "to_pay",
];

/** Emails to merchants are in English, as their screens are. */
const merchantReader = { language: "en", settingsLink: null } as const;

/** Emails merchants about sections of payouts that wait for them, once per state of a section. */
export async function emailWaitingPayouts(): Promise<void> {
  if (!hasEmailServer()) return;
  for (const shopId of await listShopIds(db())) await emailWaitingPayoutsOf(shopId);
}

async function emailWaitingPayoutsOf(shopId: ShopId): Promise<void> {
  const shop = await findShop(db(), shopId);
  if (!shop?.contactEmail || !isOpen(shop)) return;
  const reader = {
    ...merchantReader,
    name: shopName(shop),
    email: shop.contactEmail,
    shop: await readEmailShop(db(), shopId),
  };
  const sections = await sectionsToReport(db(), shopId, statesToTell);
  const queue = await openQueue();
  for (const section of sections) {
    await inTransaction(async (tx) => {
      const { sectionId } = section.section;
      // Another worker may have emailed about it since it was read.
      if (!(await markSectionReported(tx, shopId, sectionId, section.state))) return;
      await enqueueEmail(queue, tx, {
        shopId,
        mail: await waitingSectionEmail(reader, { ...section, skipped: await skippedInSection(tx, section) }),
      });
    });
  }
}

/** Affiliates whom a scheduled payout skipped for a reason that the merchant can fix. */
async function skippedInSection(tx: Tx, { section }: SectionRow): Promise<WaitingSection["skipped"]> {
  const { shopId, payoutId, scheduleKey } = section;
  if (scheduleKey === "") return null;
  const found = await skippedAffiliates(tx, shopId, { payoutId, reasons: fixableReasons });
  const link = appAddress(`/dashboard/affiliates/payouts/${payoutId}/skipped`);
  return found.count === 0 ? null : { ...found, link };
}

async function waitingSectionEmail(
  reader: EmailReader,
  section: SectionRow & Pick<WaitingSection, "skipped">,
) {
  const { sectionId, payoutId, method, currency, totalMinor } = section.section;
  const link = appAddress(`/dashboard/affiliates/payouts/${payoutId}/sections/${sectionId}`);
  return await payoutWaitsMail(
    reader,
    {
      method,
      amount: `${toDecimal({ minor: totalMinor, currency })} ${currency}`,
      details: describeSectionState(section),
      skipped: section.skipped,
    },
    link,
  );
}
