import type { ShopId } from "#app/domain/ids.ts";
import { type MerchantNews, newsMail } from "#app/gateways/email/merchant-emails.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { enqueueEmail } from "#app/queue/mail.server.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import { readEmailShop } from "#app/store/email-templates.ts";
import {
  lockNotice,
  newApplicants,
  newClaimants,
  type Newcomers,
  newFlagKinds,
  saveNotice,
} from "#app/store/merchant-notices.ts";
import { findShop, listShopIds, type Shop } from "#app/store/shops.ts";

const hourMs = 3_600_000;
/** A transaction that has its timestamp but hasn't committed is reported next time. */
const settledMs = 60_000;

type NewsSource = {
  readonly path: string;
  readonly names: (tx: Tx, shopId: ShopId, span: Newcomers) => Promise<string[]>;
};

const sources: Readonly<Record<MerchantNews["kind"], NewsSource>> = {
  new_application: { path: "/dashboard/affiliates/applications", names: newApplicants },
  claim_received: { path: "/dashboard/affiliates/claims", names: newClaimants },
  fraud_flag: {
    path: "/dashboard/affiliates/flags",
    names: newFlagKinds,
  },
};

/** Emails merchants about new applications, claims and flags: the first at once, later ones hourly. */
export async function emailMerchantNews(now: Date): Promise<void> {
  if (env().SMTP_URL === undefined) return;
  const queue = await openQueue();
  for (const shopId of await listShopIds(db())) await emailNewsOfShop(queue, shopId, now);
}

/** Emails one merchant. */
export async function emailNewsOfShop(queue: Queue, shopId: ShopId, now: Date): Promise<void> {
  const shop = await findShop(db(), shopId);
  if (!shop?.installedAt || shop.uninstalledAt) return;
  for (const kind of Object.keys(sources) as MerchantNews["kind"][]) {
    await inTransaction((tx) => emailNewsOfKind(queue, tx, { shop, kind, now }));
  }
}

type MerchantNewsEmail = { readonly shop: Shop; readonly kind: MerchantNews["kind"]; readonly now: Date };

async function emailNewsOfKind(queue: Queue, tx: Tx, { shop, kind, now }: MerchantNewsEmail): Promise<void> {
  const { shopId, contactEmail } = shop;
  const until = new Date(now.getTime() - settledMs);
  const notice = await lockNotice(tx, shopId, { kind, since: until });
  if (notice.sentAt !== null && now.getTime() - notice.sentAt.getTime() < hourMs) return;
  if (notice.toldUntil >= until) return;
  const { names, path } = sources[kind];
  const found = await names(tx, shopId, { since: notice.toldUntil, until });
  const told = { ...notice, toldUntil: until };
  if (found.length === 0 || contactEmail === null) return await saveNotice(tx, told);
  const merchant = { email: contactEmail, shop: await readEmailShop(tx, shopId) };
  const mail = await newsMail(merchant, { kind, names: found, link: appAddress(path) });
  await enqueueEmail(queue, tx, { shopId, mail });
  await saveNotice(tx, { ...told, sentAt: mail === null ? notice.sentAt : now });
}
