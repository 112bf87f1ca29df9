import type { ReportColumn, ReportName } from "#app/domain/report.ts";

/** Names of reports, of their rows and of their columns, on screens and in files. */
export const reportWords = {
  reports: {
    affiliates: { title: "Affiliates", one: "Affiliate", none: "No affiliate" },
    tags: { title: "Tags", one: "Tag", none: "No tag" },
    programs: { title: "Programs", one: "Program", none: "No program" },
    products: { title: "Products", one: "Product", none: "No product" },
    codes: { title: "Codes", one: "Code", none: "No code" },
    links: { title: "Links", one: "Link", none: "No link" },
    "sub-ids": { title: "Sub-IDs", one: "Sub-ID", none: "No sub-ID" },
    "landing-pages": { title: "Landing pages", one: "Landing page", none: "Unknown page" },
    countries: { title: "Countries", one: "Country", none: "Unknown country" },
    customers: { title: "New and returning", one: "Customer", none: "Unknown customer" },
    channels: { title: "Channels", one: "Channel", none: "Unknown channel" },
  } satisfies Record<ReportName, object>,
  values: {
    other: "All others",
    new: "New customers",
    returning: "Returning customers",
    product: "Product {id}",
  },
  columns: {
    clicks: "Clicks",
    visitors: "Daily unique visitors",
    orders: "Orders",
    conversionRate: "Conversion rate",
    revenue: "Revenue",
    refunds: "Refunds",
    net: "Net sales",
    commission: "Commission",
    effectiveRate: "Effective rate",
    averageOrder: "Average order",
    earningsPerClick: "Earnings per click",
    newCustomers: "New customers",
    secondsToOrder: "Click to order",
  } satisfies Record<ReportColumn, string>,
} as const;
