import type { z } from "zod";
import type { affiliateListQuery, AffiliateRowWire, AffiliateWire } from "../affiliate.ts";
import { listOf } from "./list-spec.ts";

type Balance = AffiliateWire["balances"][number];

/** The table and the columns that the file has too. */
export const affiliateList = listOf<AffiliateRowWire, z.output<typeof affiliateListQuery>>()({
  name: "affiliates",
  parameters: {
    search: true,
    status: true,
    sort: true,
    program: true,
    tag: true,
    method: true,
    from: true,
    to: true,
  },
  columns: {
    name: { title: "affiliate", fileTitle: "name", text: (one) => one.name },
    email: { title: "email", text: (one) => one.email },
    status: { title: "status", badge: "affiliate", onCard: "badge", status: (one) => one.status },
    code: { title: "referralCode", text: (one) => one.referralCode },
    tags: {
      title: "tags",
      text: (one) => [...one.tags, ...one.endingTags.map(({ tag }) => tag)].join("; "),
    },
    programs: {
      title: "programs",
      onCard: "side",
      text: (one) => one.programs.map(({ name }) => name).join("; "),
    },
    clicks: { title: "clicks", count: (one) => one.figures.clicks },
    orders: { title: "orders", count: (one) => one.figures.orders },
    revenue: { title: "netSales", money: (one) => one.figures.revenue },
    commission: { title: "commission", money: (one) => one.figures.commission },
    balance: { title: "balance", isNumeric: true, onCard: "right", drawn: true },
    createdAt: { title: "added", day: (one) => one.createdAt },
  },
  shown: ["name", "status", "programs", "orders", "revenue", "balance"],
  exported: [],
  sorts: ["newest", "oldest", "name"],
});

/** The file has more of each affiliate than the table reads. */
export const affiliateFile = listOf<AffiliateWire, z.output<typeof affiliateListQuery>>()({
  name: "affiliates",
  parameters: affiliateList.parameters,
  columns: {
    ...affiliateList.columns,
    referralLink: { title: "referralLink", text: (one) => one.referralLink },
    discountCodes: { title: "discountCodes", text: (one) => one.discountCodes.join("; ") },
    currency: { title: "currency", text: (one) => one.figures.revenue.currencyCode },
    pending: { title: "pending", text: (one) => balancesText(one, "pending") },
    available: { title: "available", text: (one) => balancesText(one, "available") },
    paid: { title: "paid", text: (one) => balancesText(one, "paid") },
  },
  shown: [],
  exported: [
    "name",
    "email",
    "status",
    "code",
    "referralLink",
    "discountCodes",
    "programs",
    "tags",
    "clicks",
    "orders",
    "currency",
    "revenue",
    "commission",
    "pending",
    "available",
    "paid",
    "createdAt",
  ],
});

/** Balances in other currencies than the figures name theirs. */
function balancesText({ figures, balances }: AffiliateWire, part: keyof Balance): string {
  const [only] = balances;
  const isPlain = balances.length === 1 && only?.available.currencyCode === figures.revenue.currencyCode;
  if (isPlain) return only[part].amount;
  return balances.map(({ [part]: { amount, currencyCode } }) => `${amount} ${currencyCode}`).join("; ");
}
