import type { Actor } from "../../domain/actor.ts";
import type {
  AffiliateId,
  PayoutSectionId,
  PayoutRequestId,
  PayoutDetailsId,
  PayoutId,
  PaymentId,
  PaypalAccountId,
  ProgramId,
} from "../../domain/ids.ts";
import type { SectionStatus } from "../../domain/payouts/section.ts";
import type { RequestNeed, RequestStatus } from "../../domain/payouts/request.ts";
import type { MethodBlock, NotPaidReason } from "../../domain/payouts/eligible.ts";
import type { PayoutMethod } from "../../domain/payouts/method.ts";
import type { PaypalEnvironment } from "../../domain/payouts/paypal-account.ts";
import type { Schedule } from "#app/domain/payouts/schedule.ts";
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { affiliates } from "./affiliates.ts";
import { id, instant, minor, shopId } from "./columns.ts";

/**
 * One *Pay affiliates*, created by one confirmation or one day of the schedule, with a section per method and
 * currency.
 */
export const payouts = pgTable(
  "payouts",
  {
    shopId: shopId(),
    payoutId: id<PayoutId>("payout_id").notNull(),
    /** Hash of the key that the client sent with its confirmation; '' for payouts of a schedule. */
    requestKey: text("request_key").notNull().default(""),
    /** Hash of that request: the same key with other content is refused. */
    requestHash: text("request_hash").notNull().default(""),
    /** Day of the schedule, "2026-03-31". '' if a person created it. */
    scheduleDay: text("schedule_day").notNull().default(""),
    /** Methods that were unavailable when it was created, with the reason. */
    blocked: jsonb("blocked")
      .$type<Readonly<Partial<Record<PayoutMethod, MethodBlock>>>>()
      .notNull()
      .default({}),
    createdBy: jsonb("created_by").$type<Actor>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.payoutId] }),
    // One payout for each confirmation, however often it is sent.
    uniqueIndex("payouts_request")
      .on(table.shopId, table.requestKey)
      .where(sql`request_key <> ''`),
    uniqueIndex("payouts_schedule")
      .on(table.shopId, table.scheduleDay)
      .where(sql`schedule_day <> ''`),
    // Query: the list of payouts, newest first.
    index("payouts_newest").on(table.shopId, table.createdAt, table.payoutId),
  ],
);

/** A section of a payout: affiliates who are paid together, in one currency and by one method. */
export const payoutSections = pgTable(
  "payout_sections",
  {
    shopId: shopId(),
    sectionId: id<PayoutSectionId>("section_id").notNull(),
    payoutId: id<PayoutId>("payout_id").notNull(),
    method: text("method").$type<PayoutMethod>().notNull(),
    currency: text("currency").notNull(),
    /** A status of domain/payouts/section.ts. */
    status: text("status").$type<SectionStatus>().notNull(),
    /** Key of the schedule's day, method and currency, one section each. '' if a person created it. */
    scheduleKey: text("schedule_key").notNull().default(""),
    /** Amounts approved later wait for the next payout. Null pays everything available. */
    cutoffAt: instant("cutoff_at"),
    /** The affiliates that a person chose. Null takes everybody who can be paid. */
    chosen: jsonb("chosen").$type<readonly AffiliateId[]>(),
    /** Only members of this program are paid. Null for everybody. */
    programId: id<ProgramId>("program_id"),
    /** Replaces the shop's minimum for this payout. Null keeps the shop's. */
    minimumMinor: minor("minimum_minor"),
    /** Planning has processed the affiliates up to this one. After a crash another worker continues there. */
    plannedUpTo: text("planned_up_to").notNull().default(""),
    paymentCount: integer("payment_count").notNull().default(0),
    totalMinor: minor("total_minor")
      .notNull()
      .default(sql`0`),
    /** The number and sum that the person saw when confirming. If the plan differs, they must confirm again. */
    expectedCount: integer("expected_count"),
    expectedMinor: minor("expected_minor"),
    createdBy: jsonb("created_by").$type<Actor>().notNull(),
    createdAt: instant("created_at").notNull(),
    confirmedBy: jsonb("confirmed_by").$type<Actor>(),
    confirmedAt: instant("confirmed_at"),
    /** Above the shop's limit a second member of staff has to confirm. */
    needsApproval: boolean("needs_approval").notNull().default(false),
    approvedBy: jsonb("approved_by").$type<Actor>(),
    approvedAt: instant("approved_at"),
    finishedAt: instant("finished_at"),
    /** Why it stopped, as text for people. '' while it goes on. */
    error: text("error").notNull().default(""),
    /** The state last reported to the merchant by email. '' before the first. */
    toldState: text("told_state").notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.sectionId] }),
    // One section for each day of the schedule, method and currency, whichever process starts it.
    uniqueIndex("payout_sections_schedule")
      .on(table.shopId, table.scheduleKey)
      .where(sql`schedule_key <> ''`),
    // Query: the list of sections, newest first, and those of a status.
    index("payout_sections_newest").on(table.shopId, table.createdAt, table.sectionId),
    // Query: the sections of a payout; one for each method and currency.
    uniqueIndex("payout_sections_payout").on(table.shopId, table.payoutId, table.method, table.currency),
    // Query: sections of all shops that a worker has to continue.
    index("payout_sections_open")
      .on(table.status)
      .where(sql`status in ('planning', 'canceling', 'sending')`),
    foreignKey({
      columns: [table.shopId, table.payoutId],
      foreignColumns: [payouts.shopId, payouts.payoutId],
    }),
  ],
);

/**
 * The PayPal accounts that pay for a shop. A row stays after its account was replaced, because payments name
 * it. Its secret is erased once the last of them is closed. No secret is stored of the server's own account
 * (PAYPAL_URL).
 */
export const paypalAccounts = pgTable(
  "paypal_accounts",
  {
    shopId: shopId(),
    accountId: id<PaypalAccountId>("account_id").notNull(),
    source: text("source").$type<"store" | "server">().notNull(),
    environment: text("environment").$type<PaypalEnvironment>().notNull(),
    clientId: text("client_id").notNull(),
    /** '' once erased, and for the server's account. */
    sealedSecret: text("sealed_secret").notNull().default(""),
    /** '' while none is registered. */
    webhookId: text("webhook_id").notNull().default(""),
    connectedAt: instant("connected_at").notNull(),
    /**
     * When it was replaced or disconnected. It sends nothing any more, but is still asked about its payments.
     */
    retiredAt: instant("retired_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.accountId] }),
    // One row per account: a new secret replaces the old one.
    uniqueIndex("paypal_accounts_client").on(table.shopId, table.source, table.environment, table.clientId),
    // Only one account sends.
    uniqueIndex("paypal_accounts_current")
      .on(table.shopId)
      .where(sql`source = 'store' and retired_at is null`),
    // Query: retired accounts whose secrets are still kept, of all shops.
    index("paypal_accounts_retired")
      .on(table.retiredAt)
      .where(sql`retired_at is not null and sealed_secret <> ''`),
  ],
);

/**
 * The content of one provider call or bank file, frozen before the first attempt. Its id is the provider's
 * idempotency key (M17).
 */
export const payoutRequests = pgTable(
  "payout_requests",
  {
    shopId: shopId(),
    requestId: id<PayoutRequestId>("request_id").notNull(),
    sectionId: id<PayoutSectionId>("section_id").notNull(),
    ordinal: integer("ordinal").notNull(),
    status: text("status").$type<RequestStatus>().notNull(),
    /** For PayPal, the account that sends it, from the first attempt on. Null before, and for other methods. */
    accountId: id<PaypalAccountId>("account_id"),
    /** The sealed body, the same in every attempt. For a bank file, its payments. */
    sealedContent: text("sealed_content").notNull(),
    contentHash: text("content_hash").notNull(),
    /** The sealed file as it was sent to the bank. '' before, and for other methods. */
    sealedFile: text("sealed_file").notNull().default(""),
    fileHash: text("file_hash").notNull().default(""),
    /**
     * For store credit, the account of the open intent, one at a time (M17). '' otherwise and once it is
     * closed.
     */
    intentAccount: text("intent_account").notNull().default(""),
    /** For store credit, the newest transaction on the account before the first attempt. '' if it had none. */
    seenBefore: text("seen_before"),
    /** The provider's own id, once known. */
    providerId: text("provider_id").notNull().default(""),
    paymentCount: integer("payment_count").notNull(),
    totalMinor: minor("total_minor").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** True once an attempt had no answer. From then on a refusal proves nothing about earlier attempts. */
    wasInDoubt: boolean("was_in_doubt").notNull().default(false),
    firstTriedAt: instant("first_tried_at"),
    /** When it was last sent. Once PayPal has it, when PayPal last answered about it. */
    lastTriedAt: instant("last_tried_at"),
    /** When it is next sent or checked. Null if nothing is left to do. */
    nextAt: instant("next_at"),
    error: text("error").notNull().default(""),
    /** The step that it waits for, a value of domain/payouts/request.ts. '' for none. */
    waitsFor: text("waits_for").$type<RequestNeed | "">().notNull().default(""),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.requestId] }),
    uniqueIndex("payout_requests_ordinal").on(table.shopId, table.sectionId, table.ordinal),
    // One intent at a time per account of store credit (M17).
    uniqueIndex("payout_requests_intent")
      .on(table.shopId, table.intentAccount)
      .where(sql`intent_account <> ''`),
    // Query: due requests of all shops.
    index("payout_requests_due")
      .on(table.nextAt)
      .where(sql`next_at is not null`),
    foreignKey({
      columns: [table.shopId, table.sectionId],
      foreignColumns: [payoutSections.shopId, payoutSections.sectionId],
    }),
    foreignKey({
      columns: [table.shopId, table.accountId],
      foreignColumns: [paypalAccounts.shopId, paypalAccounts.accountId],
    }),
  ],
);

/** One affiliate's payment in a section. Ledger entries about it plan, send, pay and return it. */
export const payoutPayments = pgTable(
  "payout_payments",
  {
    shopId: shopId(),
    paymentId: id<PaymentId>("payment_id").notNull(),
    sectionId: id<PayoutSectionId>("section_id").notNull(),
    requestId: id<PayoutRequestId>("request_id"),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    method: text("method").$type<PayoutMethod>().notNull(),
    currency: text("currency").notNull(),
    /** The amount for the provider to pay: the available balance minus the affiliate's share of the fee. */
    amountMinor: minor("amount_minor").notNull(),
    /** The affiliate's share of the fee, taken from payable when the payment is paid. */
    withheldMinor: minor("withheld_minor")
      .notNull()
      .default(sql`0`),
    /** The provider's fee, once known. */
    feeMinor: minor("fee_minor")
      .notNull()
      .default(sql`0`),
    /** A state of domain/payouts/payment.ts. */
    status: text("status").notNull(),
    detailsId: id<PayoutDetailsId>("details_id"),
    /** The masked account paid to. */
    receiver: text("receiver").notNull().default(""),
    /** Grows with every posting (M3). */
    revision: integer("revision").notNull(),
    providerItemId: text("provider_item_id").notNull().default(""),
    providerTransactionId: text("provider_transaction_id").notNull().default(""),
    /** The provider's own status. */
    providerStatus: text("provider_status").notNull().default(""),
    /** Why it failed or came back, or what a person noted. */
    reason: text("reason").notNull().default(""),
    /** A provider's message that is impossible in this state. '' for none, or once a person decided. */
    contradiction: text("contradiction").notNull().default(""),
    plannedAt: instant("planned_at").notNull(),
    sentAt: instant("sent_at"),
    settledAt: instant("settled_at"),
    closedAt: instant("closed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.paymentId] }),
    // One open payment per affiliate and currency, whatever the method (M16).
    uniqueIndex("payout_payments_open")
      .on(table.shopId, table.affiliateId, table.currency)
      .where(sql`closed_at is null`),
    // Query: the payments of a section by state; the number in each state.
    index("payout_payments_section").on(table.shopId, table.sectionId, table.status, table.paymentId),
    // Query: the payments of a request.
    index("payout_payments_request").on(table.shopId, table.requestId),
    // Query: the payouts of an affiliate, newest first.
    index("payout_payments_affiliate").on(table.shopId, table.affiliateId, table.plannedAt, table.paymentId),
    // Query: a shop's payments that need attention.
    index("payout_payments_attention")
      .on(table.shopId, table.paymentId)
      .where(sql`status = 'needs_attention' or contradiction <> ''`),
    // Query: payments paid within the days of a provider's statement.
    index("payout_payments_paid").on(table.shopId, table.method, table.settledAt),
    // Query: the payment that a line of a provider's statement is about.
    index("payout_payments_provider_item")
      .on(table.shopId, table.providerItemId)
      .where(sql`provider_item_id <> ''`),
    index("payout_payments_provider_transaction")
      .on(table.shopId, table.providerTransactionId)
      .where(sql`provider_transaction_id <> ''`),
    check("payout_payments_positive", sql`${table.amountMinor} > 0 and ${table.withheldMinor} >= 0`),
    foreignKey({
      columns: [table.shopId, table.sectionId],
      foreignColumns: [payoutSections.shopId, payoutSections.sectionId],
    }),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);

/** Where an affiliate wants to be paid. A change is a new row. The account itself is sealed. */
export const payoutDetails = pgTable(
  "payout_details",
  {
    shopId: shopId(),
    detailsId: id<PayoutDetailsId>("details_id").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    method: text("method").$type<Exclude<PayoutMethod, "manual">>().notNull(),
    /** The sealed account as JSON. '' once deleted. */
    sealed: text("sealed").notNull(),
    /** The masked account, such as `m…@example.com`. */
    masked: text("masked").notNull(),
    /** The affiliate's email address when they entered it, for notices of a change. '' once deleted. */
    contactEmail: text("contact_email").notNull().default(""),
    createdAt: instant("created_at").notNull(),
    /** When the affiliate confirmed it by email. Null before. */
    confirmedAt: instant("confirmed_at"),
    /** When it takes effect: 24 hours after the confirmation, unless the merchant ended the waiting period. */
    effectiveAt: instant("effective_at"),
    /** When it was replaced or withdrawn. */
    endedAt: instant("ended_at"),
    /** For store credit, when the store was last asked for the customer account. Null if never. */
    customerCheckedAt: instant("customer_checked_at"),
    /** For store credit, since when the store lacks this customer. Null if it exists. */
    customerMissingAt: instant("customer_missing_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.detailsId] }),
    // One unconfirmed row at a time.
    uniqueIndex("payout_details_unconfirmed")
      .on(table.shopId, table.affiliateId)
      .where(sql`confirmed_at is null and ended_at is null`),
    // One last confirmed row, which ends when another is confirmed.
    uniqueIndex("payout_details_last")
      .on(table.shopId, table.affiliateId)
      .where(sql`confirmed_at is not null and ended_at is null`),
    // Query: the details of an affiliate, newest first; those in effect.
    index("payout_details_affiliate").on(table.shopId, table.affiliateId, table.effectiveAt),
    // Query: accounts to delete.
    index("payout_details_ended")
      .on(table.shopId, table.endedAt)
      .where(sql`ended_at is not null and sealed <> ''`),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);

/** A shop's payout settings. Without a row the defaults of domain/payouts/settings.ts apply. */
export const payoutSettings = pgTable("payout_settings", {
  shopId: shopId().primaryKey(),
  /** A schedule of domain/payouts/settings.ts. */
  schedule: text("schedule").$type<Schedule>().notNull(),
  /** The latest day of the shop, "2026-03-31", whose run is finished. Later ones are due. */
  ranThrough: text("ran_through").notNull().default(""),
  /** True if scheduled payouts are sent automatically. False if they wait for a person. */
  sendsByItself: boolean("sends_by_itself").notNull(),
  methods: jsonb("methods").$type<readonly PayoutMethod[]>().notNull(),
  feeBearer: text("fee_bearer").$type<"shop" | "affiliate">().notNull(),
  updatedAt: instant("updated_at").notNull(),
});

/** The store's own bank account, which SEPA files are paid from. Sealed. */
export const storeAccounts = pgTable("store_accounts", {
  shopId: shopId().primaryKey(),
  sealed: text("sealed").notNull(),
  updatedAt: instant("updated_at").notNull(),
});

/** Limits of a shop by currency. Without a row there is no minimum and no second confirmation. */
export const payoutLimits = pgTable(
  "payout_limits",
  {
    shopId: shopId(),
    currency: text("currency").notNull(),
    minimumMinor: minor("minimum_minor").notNull(),
    /** A higher minimum, and when it replaces `minimumMinor`. */
    nextMinimumMinor: minor("next_minimum_minor"),
    nextMinimumFrom: instant("next_minimum_from"),
    /** A section above this needs a second member of staff. Null for never. */
    approvalMinor: minor("approval_minor"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.currency] }),
    check(
      "payout_limits_next_minimum",
      sql`(${table.nextMinimumMinor} is null) = (${table.nextMinimumFrom} is null)`,
    ),
  ],
);

/** Affiliates whose payouts are paused until somebody resumes them. */
export const payoutPauses = pgTable(
  "payout_pauses",
  {
    shopId: shopId(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    note: text("note").notNull(),
    by: jsonb("by").$type<Actor>().notNull(),
    since: instant("since").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.affiliateId] }),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);

/** Notices from a provider, each once. They only prompt a check and are dropped with the raw bodies. */
export const payoutNotices = pgTable(
  "payout_notices",
  {
    shopId: shopId(),
    /** The provider's id of the notice. */
    noticeId: text("notice_id").notNull(),
    kind: text("kind").notNull(),
    requestId: text("request_id").notNull(),
    paymentId: text("payment_id").notNull().default(""),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.noticeId] }),
    // Query: a shop's notices to delete.
    index("payout_notices_received").on(table.shopId, table.receivedAt),
  ],
);

/** Affiliates whom a payout skipped in a currency, with the reason when it was planned. */
export const payoutSkipped = pgTable(
  "payout_skipped",
  {
    shopId: shopId(),
    payoutId: id<PayoutId>("payout_id").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    currency: text("currency").notNull(),
    reason: text("reason").$type<NotPaidReason>().notNull(),
    payableMinor: minor("payable_minor").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.payoutId, table.affiliateId, table.currency] }),
    foreignKey({
      columns: [table.shopId, table.payoutId],
      foreignColumns: [payouts.shopId, payouts.payoutId],
    }),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);

/** How often an affiliate was reminded that money waits for their details, and whether they want to be. */
export const payoutReminders = pgTable(
  "payout_reminders",
  {
    shopId: shopId(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    /** Consecutive reminders. 0 since they have details. */
    sent: integer("sent").notNull().default(0),
    lastSentAt: instant("last_sent_at"),
    /** When they turned reminders off. Null while they want them. */
    stoppedAt: instant("stopped_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.affiliateId] }),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);
