import type { AffiliateWire } from "./affiliate.ts";

type Money = AffiliateWire["figures"]["revenue"];

export const affiliateCsvHead = [
  "Name",
  "E-mail",
  "Status",
  "Referral code",
  "Referral link",
  "Discount codes",
  "Programs",
  "Tags",
  "Clicks",
  "Orders",
  "Currency",
  "Revenue",
  "Commission",
  "Pending",
  "Payable",
  "Paid",
  "Created",
] as const;

/** The cells of one affiliate, in the order of the head. Balances in other currencies name them. */
export function affiliateCsvRow(affiliate: AffiliateWire): string[] {
  const { figures, balances } = affiliate;
  const [only] = balances;
  const isPlain = balances.length === 1 && only?.payable.currencyCode === figures.revenue.currencyCode;
  const inEach = (part: "pending" | "payable" | "paid") =>
    isPlain ? only[part].amount : balances.map((balance) => moneyText(balance[part])).join("; ");
  return [
    affiliate.name,
    affiliate.email,
    affiliate.status,
    affiliate.referralCode,
    affiliate.referralLink,
    affiliate.discountCodes.join("; "),
    affiliate.programs.map((program) => program.name).join("; "),
    [...affiliate.tags, ...affiliate.endingTags.map(({ tag }) => tag)].join("; "),
    String(figures.clicks),
    String(figures.orders),
    figures.revenue.currencyCode,
    figures.revenue.amount,
    figures.commission.amount,
    inEach("pending"),
    inEach("payable"),
    inEach("paid"),
    affiliate.createdAt,
  ];
}

function moneyText({ amount, currencyCode }: Money): string {
  return `${amount} ${currencyCode}`;
}
