import { affiliateListQuery, type AffiliateRowWire, type AffiliateWire } from "../affiliate.ts";
import { listOf } from "./list-spec.ts";

type Balance = AffiliateWire["balances"][number];

/** The table and the columns that the file has too. */
export const affiliateList = listOf<AffiliateRowWire>()({
  name: "affiliates",
  query: affiliateListQuery,
  columns: {
    name: { title: "Affiliate", fileTitle: "Name", text: (one) => one.name },
    email: { title: "E-mail", text: (one) => one.email },
    status: { title: "Status", status: (one) => one.status },
    code: { title: "Code", fileTitle: "Referral code", text: (one) => one.referralCode },
    tags: {
      title: "Tags",
      text: (one) => [...one.tags, ...one.endingTags.map(({ tag }) => tag)].join("; "),
    },
    clicks: { title: "Clicks", count: (one) => one.figures.clicks },
    orders: { title: "Orders", count: (one) => one.figures.orders },
    revenue: { title: "Revenue", money: (one) => one.figures.revenue },
    commission: { title: "Commission", money: (one) => one.figures.commission },
    createdAt: { title: "Added", fileTitle: "Created", day: (one) => one.createdAt },
  },
  shown: [
    "name",
    "email",
    "status",
    "code",
    "tags",
    "clicks",
    "orders",
    "revenue",
    "commission",
    "createdAt",
  ],
  exported: [],
  sorts: [
    { value: "newest", label: "Newest first" },
    { value: "oldest", label: "Oldest first" },
    { value: "name", label: "Name" },
  ],
});

/** The file has more of each affiliate than the table reads. */
export const affiliateFile = listOf<AffiliateWire>()({
  name: "affiliates",
  query: affiliateListQuery,
  columns: {
    ...affiliateList.columns,
    referralLink: { title: "Referral link", text: (one) => one.referralLink },
    discountCodes: { title: "Discount codes", text: (one) => one.discountCodes.join("; ") },
    programs: { title: "Programs", text: (one) => one.programs.map(({ name }) => name).join("; ") },
    currency: { title: "Currency", text: (one) => one.figures.revenue.currencyCode },
    pending: { title: "Pending", text: (one) => balancesText(one, "pending") },
    available: { title: "Payable", text: (one) => balancesText(one, "available") },
    paid: { title: "Paid", text: (one) => balancesText(one, "paid") },
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
