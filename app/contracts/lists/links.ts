import { discountListQuery, type DiscountWire } from "../discount.ts";
import { codeListQuery, type CodeWire } from "#app/contracts/code.ts";
import { importedLinkListQuery, type ImportedLinkWire } from "../imported-link.ts";
import { linkListQuery, type LinkWire } from "../link.ts";
import { listOf } from "./list-spec.ts";

export const linkList = listOf<LinkWire>()({
  name: "links",
  query: linkListQuery,
  columns: {
    slug: { title: "Link", text: (link) => link.slug },
    name: { title: "Link", fileTitle: "Name", text: (link) => link.name },
    affiliate: { title: "Affiliate", text: (link) => link.affiliate.name },
    status: { title: "Status", status: (link) => link.status },
    address: { title: "Address", text: (link) => `/r/${link.slug}` },
    target: { title: "Page", fileTitle: "Target", text: (link) => link.target },
    subId: { title: "Sub-id", text: (link) => link.subId },
    program: { title: "Program", text: (link) => link.program?.name },
    discountCode: { title: "Discount code", text: (link) => link.discountCode },
    short: { title: "Short form", text: (link) => link.forms.short },
    direct: { title: "Direct form", text: (link) => link.forms.direct },
    clicks: { title: "Clicks", count: (link) => link.figures.clicks },
    orders: { title: "Orders", count: (link) => link.figures.orders },
    createdAt: { title: "Made", fileTitle: "Created", day: (link) => link.createdAt },
  },
  shown: ["name", "affiliate", "status", "address", "target", "clicks", "orders", "createdAt"],
  exported: [
    "slug",
    "name",
    "affiliate",
    "status",
    "target",
    "subId",
    "program",
    "discountCode",
    "short",
    "direct",
    "clicks",
    "orders",
    "createdAt",
  ],
});

/** The page takes the file back as it is. */
export const importedLinkList = listOf<ImportedLinkWire>()({
  name: "imported-links",
  query: importedLinkListQuery,
  columns: {
    pair: { title: "Parameter", text: (one) => `${one.parameter}=${one.value}` },
    parameter: { title: "Parameter", text: (one) => one.parameter },
    value: { title: "Value", text: (one) => one.value },
    affiliateId: { title: "Affiliate", text: (one) => one.affiliate.id },
    affiliate: { title: "Affiliate", fileTitle: "Name", text: (one) => one.affiliate.name },
    createdAt: { title: "Added", day: (one) => one.createdAt },
    remove: { title: "Remove", drawn: true },
  },
  shown: ["pair", "affiliate", "createdAt", "remove"],
  exported: ["parameter", "value", "affiliateId", "affiliate"],
});

export const codeList = listOf<CodeWire>()({
  name: "codes",
  query: codeListQuery,
  columns: {
    code: { title: "Code", text: (one) => one.code },
    status: { title: "Status", status: (one) => one.status },
    affiliate: { title: "Affiliate", text: (one) => one.affiliate.name },
    affiliateId: { title: "Affiliate id", text: (one) => one.affiliate.id },
    gives: { title: "Gives", text: (one) => one.gives || null },
    discount: { title: "Discount", text: (one) => one.discount?.title },
    discountId: { title: "Discount id", text: (one) => one.discount?.id },
    assignedAt: { title: "Since", day: (one) => one.assignedAt },
  },
  shown: ["code", "status", "affiliate", "gives", "discount", "assignedAt"],
  exported: ["code", "status", "affiliate", "affiliateId", "gives", "discount", "discountId", "assignedAt"],
});

export const discountList = listOf<DiscountWire>()({
  name: "discounts",
  query: discountListQuery,
  columns: {
    title: { title: "Discount", text: (one) => one.title },
    status: { title: "Status", status: (one) => one.status },
    gives: { title: "Gives", text: (one) => one.gives },
    codes: { title: "Codes", count: (one) => one.codes },
    notice: { title: "Notice", text: (one) => one.notice },
    createdAt: { title: "Since", day: (one) => one.createdAt },
  },
  shown: ["title", "status", "gives", "codes", "notice", "createdAt"],
  exported: [],
});
