import type { z } from "zod";
import type { discountListQuery, DiscountWire } from "../discount.ts";
import type { codeListQuery, CodeWire } from "#app/contracts/code.ts";
import type { importedLinkListQuery, ImportedLinkWire } from "../imported-link.ts";
import type { linkListQuery, LinkWire } from "../link.ts";
import { listOf } from "./list-spec.ts";

export const linkList = listOf<LinkWire, z.output<typeof linkListQuery>>()({
  name: "links",
  parameters: { search: true, status: true, affiliate: true },
  columns: {
    slug: { title: "link", text: (link) => link.slug },
    name: { title: "link", fileTitle: "name", text: (link) => link.name },
    affiliate: { title: "affiliate", onCard: "side", text: (link) => link.affiliate.name },
    status: { title: "status", badge: "link", onCard: "badge", status: (link) => link.status },
    target: { title: "page", onCard: "below", text: (link) => link.target },
    subId: { title: "subId", text: (link) => link.subId },
    program: { title: "program", text: (link) => link.program?.name },
    discountCode: { title: "discountCode", text: (link) => link.discountCode },
    short: { title: "shortLink", text: (link) => link.forms.short },
    direct: { title: "directLink", text: (link) => link.forms.direct },
    clicks: { title: "clicks", onCard: "right", count: (link) => link.figures.clicks },
    orders: { title: "orders", count: (link) => link.figures.orders },
    createdAt: { title: "created", isOptional: true, day: (link) => link.createdAt },
  },
  shown: ["name", "affiliate", "status", "target", "clicks", "orders", "createdAt"],
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
export const importedLinkList = listOf<ImportedLinkWire, z.output<typeof importedLinkListQuery>>()({
  name: "imported-links",
  parameters: { search: true, affiliate: true },
  columns: {
    pair: { title: "parameter", text: (one) => `${one.parameter}=${one.value}` },
    parameter: { title: "parameter", text: (one) => one.parameter },
    value: { title: "value", text: (one) => one.value },
    affiliateId: { title: "affiliateId", text: (one) => one.affiliate.id },
    affiliate: { title: "affiliate", fileTitle: "name", onCard: "badge", text: (one) => one.affiliate.name },
    createdAt: { title: "added", onCard: "side", day: (one) => one.createdAt },
    remove: { title: "remove", isNumeric: true, onCard: "right", drawn: true },
  },
  shown: ["pair", "affiliate", "createdAt", "remove"],
  exported: ["parameter", "value", "affiliateId", "affiliate"],
});

export const codeList = listOf<CodeWire, z.output<typeof codeListQuery>>()({
  name: "codes",
  parameters: { search: true, status: true, affiliate: true, discount: true },
  columns: {
    code: { title: "code", text: (one) => one.code },
    status: { title: "status", badge: "code", onCard: "badge", width: "wide", status: (one) => one.status },
    affiliate: { title: "affiliate", onCard: "side", text: (one) => one.affiliate.name },
    affiliateId: { title: "affiliateId", text: (one) => one.affiliate.id },
    gives: { title: "discountValue", onCard: "right", text: (one) => one.gives || null },
    discount: { title: "discount", text: (one) => one.discount?.title },
    discountId: { title: "discountId", text: (one) => one.discount?.id },
    assignedAt: { title: "assigned", isOptional: true, day: (one) => one.assignedAt },
  },
  shown: ["code", "status", "affiliate", "gives", "discount", "assignedAt"],
  exported: ["code", "status", "affiliate", "affiliateId", "gives", "discount", "discountId", "assignedAt"],
});

export const discountList = listOf<DiscountWire, z.output<typeof discountListQuery>>()({
  name: "discounts",
  parameters: { search: true, status: true },
  columns: {
    title: { title: "discount", text: (one) => one.title },
    status: { title: "status", badge: "discount", onCard: "badge", status: (one) => one.status },
    gives: { title: "discountValue", onCard: "right", text: (one) => one.gives },
    codes: { title: "codes", count: (one) => one.codes },
    notice: { title: "notice", onCard: "below", width: "wide", text: (one) => one.notice },
    createdAt: { title: "created", onCard: "side", isOptional: true, day: (one) => one.createdAt },
  },
  shown: ["title", "status", "gives", "codes", "notice", "createdAt"],
  exported: [],
});
