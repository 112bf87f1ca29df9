import { attributionForms } from "./attribution-forms.ts";
import type { Form } from "./form.ts";
import { bookForms } from "./book-forms.ts";
import { emailForms } from "./email-forms.ts";
import { payoutForms } from "./payout-forms.ts";
import { reportForms } from "./report-forms.ts";
import { trackingForms } from "./tracking-forms.ts";

const program = {
  name: "Creators",
  description: "All of them",
  commissionType: "percentage",
  percent: "10",
  windowDays: "30",
  approvalDays: "14",
  noticeDays: "14",
};
const programKinds = {
  name: "name",
  description: "text",
  commissionType: "word",
  percent: "percent",
  windowDays: "days",
  approvalDays: "days",
  noticeDays: "days",
} as const;
const affiliate = { name: "Zoë O'Brien", email: "zoe@example.com", referralCode: "ZOE", note: "a < b" };
const affiliateKinds = { name: "name", email: "email", referralCode: "code", note: "text" } as const;
const joining = { mode: "open", slug: "creators", fields: [], rules: [], indexable: true, reapplyDays: 90 };

/** The forms of the admin. */
export const forms: readonly Form[] = [
  {
    name: "a decision about applications",
    path: () => "/dashboard/affiliates/applications",
    fields: { intent: "decide", decision: "decline", message: "Not now", note: "Spam", ids: "apl_0" },
    kinds: { intent: "word", decision: "word", message: "text", note: "text" },
    optional: ["message", "note"],
  },
  {
    name: "the note of an application",
    path: () => "/dashboard/affiliates/applications",
    fields: { intent: "note", id: "apl_0", note: "Spam" },
    kinds: { note: "text" },
    optional: ["note"],
  },
  ...emailForms,
  ...attributionForms,
  ...payoutForms,
  ...bookForms,
  ...trackingForms,
  ...reportForms,
  {
    name: "a new program",
    path: () => "/dashboard/programs/new",
    fields: { intent: "save", ...program, status: "draft", joining: JSON.stringify(joining) },
    kinds: { ...programKinds, intent: "word", status: "word", joining: "word" },
    optional: ["description", "status", "noticeDays", "joining"],
  },
  {
    name: "a program",
    alsoRefused: { revision: 409 },
    path: ({ programId }) => `/dashboard/programs/${programId}`,
    fields: { intent: "save", ...program, revision: "1", joining: JSON.stringify(joining) },
    kinds: { ...programKinds, intent: "word", revision: "revision", joining: "word" },
    optional: ["description", "noticeDays", "revision", "joining"],
  },
  {
    name: "a program of a fixed amount",
    path: ({ programId }) => `/dashboard/programs/${programId}`,
    fields: { intent: "save", ...program, commissionType: "fixed", amount: "5.00" },
    kinds: { amount: "amount" },
    optional: [],
  },
  {
    name: "a program's status",
    path: ({ programId }) => `/dashboard/programs/${programId}`,
    fields: { intent: "status", status: "paused" },
    kinds: { status: "word" },
    optional: [],
  },
  {
    name: "an invitation",
    path: () => "/dashboard/affiliates/invite",
    fields: affiliate,
    kinds: affiliateKinds,
    optional: ["referralCode", "note"],
  },
  {
    name: "an affiliate",
    path: ({ affiliateId }) => `/dashboard/affiliates/${affiliateId}`,
    fields: { intent: "edit", ...affiliate, revision: "1" },
    kinds: { ...affiliateKinds, intent: "word", revision: "revision" },
    optional: ["note"],
  },
  {
    name: "an affiliate's status",
    path: ({ affiliateId }) => `/dashboard/affiliates/${affiliateId}`,
    fields: { intent: "status", status: "suspended" },
    kinds: { status: "word" },
    optional: [],
  },
  {
    name: "the statuses of many",
    path: () => "/dashboard/affiliates",
    fields: { status: "suspended", ids: "aff_0" },
    kinds: { status: "word" },
    optional: [],
  },
  {
    name: "tags of many",
    path: () => "/dashboard/affiliates/tags",
    fields: { change: "add", tags: "VIP, Blog", ids: "aff_0" },
    kinds: { change: "word", tags: "name" },
    optional: [],
  },
  {
    name: "an adjustment of an affiliate's balance",
    path: ({ affiliateId }) => `/dashboard/affiliates/${affiliateId}`,
    fields: { intent: "adjust", amount: "-5.00", note: "Too much", adjustmentId: `adj_${"0".repeat(26)}` },
    kinds: { amount: "signedAmount", note: "text", adjustmentId: "id" },
    optional: [],
  },
  {
    name: "an opening balance",
    path: ({ affiliateId }) => `/dashboard/affiliates/${affiliateId}`,
    fields: {
      intent: "opening-balance",
      amount: "-5.00",
      reason: "Owed in the old app",
      document: "March.csv",
      entryId: `opb_${"0".repeat(26)}`,
    },
    kinds: { amount: "signedAmount", reason: "text", document: "text", entryId: "id" },
    optional: ["document"],
  },
  {
    name: "a commission that is added",
    path: () => "/dashboard/affiliates/commissions/new",
    fields: {
      affiliateId: "nobody@example.com",
      programId: "",
      amount: "12.00",
      note: "From last year",
      approvalDays: "3",
      order: "",
      commissionId: `com_${"0".repeat(26)}`,
    },
    kinds: {
      affiliateId: "name",
      programId: "id",
      amount: "amount",
      note: "text",
      approvalDays: "days",
      commissionId: "id",
    },
    optional: ["programId", "approvalDays"],
  },
  {
    name: "a decision about a commission",
    path: () => "/dashboard/affiliates/commissions/com_0",
    fields: { intent: "decide", kind: "denied", note: "A self-referral" },
    kinds: { intent: "word", kind: "word", note: "text" },
    optional: [],
  },
  {
    name: "a decision about many",
    path: () => "/dashboard/affiliates/commissions",
    fields: { kind: "denied", note: "A self-referral", ids: "com_0" },
    kinds: { kind: "word", note: "text" },
    optional: [],
  },
  {
    name: "the credit for an order",
    path: () => "/dashboard/orders/404",
    fields: { intent: "reassign", affiliateId: "nobody@example.com", programId: "", note: "Asked for" },
    kinds: { intent: "word", programId: "id", note: "text" },
    optional: ["programId", "note"],
  },
  {
    name: "a backtest",
    path: ({ programId }) => `/dashboard/programs/${programId}/backtest`,
    fields: { intent: "start", firstDay: "2026-03-01", lastDay: "2026-03-09", scope: "all" },
    kinds: { intent: "word", firstDay: "day", lastDay: "day", scope: "word" },
    optional: ["intent", "firstDay", "lastDay", "scope"],
  },
  {
    name: "a backtest of a new program",
    path: () => "/dashboard/programs/new/backtest",
    fields: {
      intent: "start",
      terms: JSON.stringify({ commission: { type: "percentage", percent: "10" } }),
      firstDay: "2026-03-01",
      lastDay: "2026-03-09",
      scope: "all",
    },
    kinds: { intent: "word", firstDay: "day", lastDay: "day", scope: "word" },
    optional: ["intent", "firstDay", "lastDay", "scope"],
  },
  {
    name: "a backtest of own terms",
    path: ({ affiliateId, programId }) =>
      `/dashboard/affiliates/${affiliateId}/programs/${programId}/backtest`,
    fields: { intent: "start", firstDay: "2026-03-01", lastDay: "2026-03-09", scope: "credited" },
    kinds: { intent: "word", firstDay: "day", lastDay: "day", scope: "word" },
    optional: ["intent", "firstDay", "lastDay", "scope"],
  },
  {
    name: "an import of past orders",
    path: ({ programId }) => `/dashboard/programs/${programId}/backtest`,
    fields: { intent: "import", firstDay: "2026-01-01" },
    kinds: { firstDay: "day" },
    optional: [],
  },
  {
    name: "the settings",
    path: () => "/dashboard/settings",
    fields: {
      intent: "save",
      name: "Mugs & more",
      logo: "https://example.com/logo.png",
      contactEmail: "help@example.com",
      language: "de",
      defaultWindowDays: "30",
      defaultApprovalDays: "14",
    },
    kinds: {
      intent: "word",
      name: "name",
      logo: "address",
      contactEmail: "email",
      language: "word",
      defaultWindowDays: "days",
      defaultApprovalDays: "days",
    },
    optional: ["logo", "contactEmail"],
  },
  {
    name: "a new API key",
    path: () => "/dashboard/settings/api",
    fields: { intent: "make-key", keyName: "Export", scope: "read" },
    kinds: { keyName: "name", scope: "word" },
    optional: [],
  },
  {
    name: "a delivery that is tried again",
    alsoRefused: { id: 404 },
    path: () => "/dashboard/settings/health/deliveries",
    fields: { intent: "retry", id: "none" },
    kinds: { intent: "word", id: "id" },
    optional: [],
  },
];
