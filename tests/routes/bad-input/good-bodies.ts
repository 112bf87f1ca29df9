import type { ApiCall } from "#app/api/define-call.ts";
import { apiPrefix } from "#app/api/calls.ts";
import type { makeMerchant } from "../../support/merchant.ts";
import type { Kind, Plain } from "./derived-fields.ts";

export type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

/** A body that a call accepts, and whatever its schema does not tell. */
export type GoodBody = {
  readonly body: Plain | ((merchant: Merchant) => Plain);
  /** Status of its answer. Many calls name something that is not there. */
  readonly good: number;
  /** Needs an Idempotency-Key. */
  readonly key?: boolean;
  /** Fields of another kind than their name says; null for one that is checked after the address, or not at all. */
  readonly kinds?: Readonly<Record<string, Kind | null>>;
  /** Fields that this body needs though the schema does not require them of every body. */
  readonly alsoRequired?: readonly string[];
  /** Fields that name something that may be missing: this status is right, too. */
  readonly alsoRefused?: Readonly<Record<string, 404>>;
};

/** The bodies for a call, by its id. */
export function goodBodiesOf(id: string): readonly GoodBody[] {
  const given = goodBodies[id] ?? [];
  return Array.isArray(given) ? (given as readonly GoodBody[]) : [given as GoodBody];
}

export function bodyOf({ body }: GoodBody, merchant: Merchant): Plain {
  return typeof body === "function" ? body(merchant) : body;
}

/** The address of a call about what a merchant has; other ids name nothing. */
export function addressOf({ path }: Pick<ApiCall, "path">, { affiliateId, programId }: Merchant): string {
  const subject = path.split("/")[1] ?? "";
  const ids: Readonly<Record<string, string>> = {
    affiliates: affiliateId,
    programs: programId,
    emails: "sale",
  };
  const values: Readonly<Record<string, string>> = {
    id: ids[subject] ?? "0",
    programId,
    code: "SPRING",
    kind: "fast-order",
  };
  return apiPrefix + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}

const terms = { commission: { type: "percentage", percent: "10" }, windowDays: 30, approvalDays: 14 };
const total = { amount: "5.00", currencyCode: "USD" };
const paid = { to: "paid", date: "2026-03-01", reference: "RUN-7", note: "Paid with the rent" };
const attributionRules = {
  precedence: ["click", "code"],
  touch: "first",
  binding: { kind: "days", days: 90 },
  newCustomer: "affiliate",
};
const discount = ({ affiliateId }: Merchant) => ({
  kind: "percentage",
  percent: "15",
  template: "{FIRSTNAME}{PERCENT}",
  affiliateIds: [affiliateId],
});

const goodBodies: Readonly<Record<string, GoodBody | readonly GoodBody[]>> = {
  createLink: {
    good: 201,
    body: ({ affiliateId }) => ({
      affiliateId,
      name: "Mug",
      target: "/products/mug",
      slug: `mug-${affiliateId.slice(-20)}`,
      subId: "mail 7",
      utm: { source: "blog" },
      programId: null,
      discountCode: null,
    }),
  },
  updateLink: {
    good: 404,
    body: { name: "Mug", slug: "mug", status: "paused", revision: 1 },
    kinds: { programId: null },
  },
  addImportedLink: {
    good: 201,
    body: ({ affiliateId }) => ({ parameter: "sca_ref", value: "123", affiliate: affiliateId }),
  },
  assignDiscountCode: { good: 503, body: { code: "SPRING" } },
  assignCodes: {
    good: 202,
    body: ({ affiliateId }) => ({ codes: [{ code: `S${affiliateId.slice(-8)}`, affiliate: affiliateId }] }),
    kinds: { "codes.0.code": "reference" },
  },
  changeDiscountCode: { good: 404, body: { newCode: "SUMMER" } },
  createDiscount: {
    good: 503,
    body: discount,
    alsoRequired: ["percent"],
    kinds: { amount: null, minimumAmount: null },
  },
  previewCodes: {
    good: 200,
    body: discount,
    alsoRequired: ["percent"],
    kinds: { amount: null, minimumAmount: null },
  },
  changeDiscountStatus: { good: 404, body: { status: "paused" } },
  editDiscount: {
    good: 404,
    body: { percent: "20", minimum: "quantity", minimumQuantity: 2, lastDay: "2030-01-01", usageLimit: 5 },
    kinds: { percent: null, amount: null, minimumAmount: null },
  },
  giveToNewcomers: {
    good: 404,
    body: { programId: "prg_00000000000000000000000000" },
    kinds: { programId: null },
  },
  addDiscountCodes: {
    good: 404,
    body: ({ affiliateId }) => ({ template: "{NAME}", affiliateIds: [affiliateId] }),
    kinds: { affiliateIds: null, programId: null },
  },
  updateApplication: { good: 404, body: { note: "Asked a friend" } },
  decideApplication: { good: 404, body: { decision: "decline", message: "Not now", note: "Spam" } },
  updateJoining: {
    good: 200,
    body: {
      mode: "open",
      slug: "creators",
      fields: [{ id: "audience", kind: "choice", label: "Audience", required: true, choices: ["1K", "10K"] }],
      rules: [{ name: "Big ones", conditions: [{ kind: "answer", fieldId: "audience", values: ["10K"] }] }],
      indexable: true,
      reapplyDays: 90,
      revision: 0,
    },
    kinds: { slug: null, "rules.0.conditions.0.values": null, revision: null },
  },
  switchEmail: { good: 200, body: { enabled: false } },
  changeEmailText: {
    good: 200,
    body: { language: "de", subject: "Anmelden bei {shop}", body: "Hallo {name}" },
  },
  resetEmailText: { good: 200, body: { language: "de" } },
  changeAttribution: { good: 200, body: attributionRules },
  previewAttribution: { good: 200, body: attributionRules },
  addLifetimeCustomer: { good: 201, body: ({ affiliateId }) => ({ email: "ines@example.com", affiliateId }) },
  assignProduct: { good: 503, body: ({ affiliateId }) => ({ productId: "7001", affiliateId }) },
  decideClaim: {
    good: 404,
    body: { decision: "decline", answer: "Somebody else brought them" },
    alsoRequired: ["answer"],
  },
  decideFlag: { good: 404, body: { status: "dismissed", note: "It is their shop" } },
  changeFraudRule: {
    good: 200,
    body: { action: "note", limits: { seconds: 20 } },
    kinds: { "limits.seconds": "days", "limits.horoscope": "days" },
  },
  previewFraudRule: {
    good: 200,
    body: { limits: { seconds: 20 } },
    kinds: { "limits.seconds": "days", "limits.horoscope": "days" },
  },
  createPayout: {
    good: 409,
    body: ({ affiliateId }) => ({
      method: "bank",
      currency: "USD",
      through: "2026-02-28",
      minimum: "5.00",
      affiliates: [affiliateId],
      expected: [{ method: "bank", count: 1, total }],
    }),
    key: true,
  },
  confirmPayout: { good: 404, body: { expected: [{ method: "bank", count: 1, total }] } },
  decidePayout: { good: 404, body: paid },
  decidePayment: { good: 404, body: paid },
  createPayoutFile: { good: 404, body: { columns: "sepa", executionDay: "2026-03-17" } },
  changePayoutSettings: {
    good: 200,
    body: {
      schedule: "monthly",
      sendsByItself: false,
      methods: ["paypal", "bank"],
      feeBearer: "shop",
      limits: [{ currency: "USD", minimum: "20.00", approvalAbove: null }],
      bankAccount: { name: "Example Store GmbH", iban: "DE02120300000000202051", bic: "" },
    },
    kinds: { "bankAccount.name": "reference" },
  },
  pausePayouts: { good: 200, body: { note: "Asked for papers" } },
  usePayoutDetailsNow: { good: 409, body: { details: "pod_00000000000000000000000000" } },
  closeMonth: { good: 201, body: { month: "2026-01" } },
  takeReport: { good: 503, body: { provider: "paypal", first: "2026-03-01", last: "2026-03-05" } },
  mapStatementUpload: {
    good: 404,
    body: { provider: "bank", dates: "dmy", decimals: "comma", fee: "none", currency: "EUR" },
  },
  confirmStatementUpload: { good: 404, body: { rememberAs: "ING" } },
  resolveLines: {
    good: 404,
    body: { lines: [1], step: "noted", note: "Not ours", affiliate: "ada@example.com" },
    kinds: { amount: null },
  },
  saveReportView: {
    good: 201,
    body: { name: "Spring", report: "codes", query: { range: "last-7", sort: "net" } },
    kinds: { "query.customer": null },
  },
  changeReportView: {
    good: 404,
    body: { name: "Spring", report: "codes", query: { range: "last-7", sort: "net" } },
    kinds: { "query.customer": null },
  },
  createProgram: [
    { good: 201, body: { name: "Creators", description: "All of them", status: "draft", terms } },
    {
      good: 201,
      body: {
        name: "Creators",
        terms: { commission: { type: "fixed", amount: { amount: "5.00", currencyCode: "USD" } } },
      },
    },
  ],
  updateProgram: {
    good: 200,
    body: {
      name: "Creators",
      description: "All of them",
      terms,
      noticeDays: 14,
      reason: "legal",
      revision: 1,
    },
  },
  saveCustomTerms: { good: 200, body: { terms, revision: 0 }, kinds: { revision: null } },
  previewTerms: {
    good: 200,
    body: {
      terms,
      basket: {
        lines: [{ title: "Mug", price: { amount: "1.00", currencyCode: "USD" }, quantity: 2 }],
        customerOrder: 1,
      },
    },
    kinds: {
      programId: null,
      affiliateId: null,
      "basket.lines.0.price.amount": null,
      "basket.lines.0.quantity": null,
      "basket.lines.0.tags": null,
      "basket.discountCodes": null,
      "basket.customerTags": null,
      "basket.affiliateTags": null,
    },
  },
  inviteAffiliate: {
    good: 201,
    body: {
      name: "Zoë O'Brien",
      email: "zoe@example.com",
      referralCode: "ZOE",
      note: "a < b",
      programIds: [],
    },
  },
  changeTags: {
    good: 200,
    body: ({ affiliateId }) => ({ ids: [affiliateId], add: ["VIP"], remove: ["new"], reason: "fraud" }),
    kinds: { ids: null },
  },
  updateAffiliate: {
    good: 200,
    body: { name: "Zoë O'Brien", email: "zoe@example.com", referralCode: "ZOE", note: "", revision: 1 },
  },
  changeAffiliateStatus: { good: 200, body: { status: "suspended", reason: "Asked for it" } },
  addCommission: {
    good: 201,
    body: ({ affiliateId, programId }) => ({
      affiliateId,
      programId,
      amount: "12.00",
      note: "From last year",
      approvalDays: 3,
    }),
    kinds: { amount: "amount" },
  },
  decideCommission: { good: 404, body: { kind: "denied", note: "A self-referral" }, alsoRequired: ["note"] },
  adjustCommission: { good: 404, body: { amount: "-5.00", note: "Too much" }, kinds: { amount: null } },
  adjustAffiliate: { good: 201, body: { amount: "-5.00", note: "Too much" } },
  writeOffBalance: { good: 409, body: { reason: "Left the program" } },
  addOpeningBalance: {
    good: 201,
    body: { amount: "5.00", reason: "Balance in the old app", document: "March.csv" },
  },
  reassignOrder: { good: 404, body: ({ affiliateId }) => ({ affiliateId, note: "Asked for" }) },
  updateShopInfo: {
    good: 200,
    body: {
      name: "Mugs & more",
      logo: null,
      contactEmail: null,
      language: "de",
      defaultApprovalDays: 3,
      defaultWindowDays: 9,
    },
  },
  retryDeliveries: { good: 200, body: {}, alsoRefused: { id: 404 } },
  recordVitals: {
    good: 200,
    body: { metrics: [{ name: "LCP", value: 1200 }] },
    kinds: { "metrics.0.value": "measured" },
  },
  dismissDelivery: { good: 404, body: { id: "none" }, alsoRefused: { id: 404 } },
  startBacktest: { good: 202, body: { terms, firstDay: "2026-03-01", lastDay: "2026-03-09", scope: "all" } },
  startCustomTermsBacktest: {
    good: 202,
    body: { terms, firstDay: "2026-03-01", lastDay: "2026-03-09", scope: "credited" },
  },
  startDraftBacktest: {
    good: 202,
    body: { terms, firstDay: "2026-03-01", lastDay: "2026-03-09", scope: "all" },
    alsoRequired: ["terms"],
  },
  startOrderImport: { good: 202, body: { firstDay: "2026-01-01" } },
  login: { good: 401, body: { shop: "nobody.myshopify.com", apiKey: "key" } },
};
