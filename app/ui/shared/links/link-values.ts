import { utmFields } from "#app/domain/affiliate-link.ts";
import type { LinkWire } from "#app/contracts/link.ts";

/** What the form of a link holds; everything is text while it is typed. */
export const linkFieldNames = [
  "name",
  "target",
  "slug",
  "subId",
  "discountCode",
  "programId",
  "utmSource",
  "utmMedium",
  "utmCampaign",
  "utmTerm",
  "utmContent",
] as const;

export type LinkFieldName = (typeof linkFieldNames)[number];
export type LinkValues = Readonly<Record<LinkFieldName, string>>;

export const noLink: LinkValues = {
  name: "",
  target: "/",
  slug: "",
  subId: "",
  discountCode: "",
  programId: "",
  utmSource: "",
  utmMedium: "",
  utmCampaign: "",
  utmTerm: "",
  utmContent: "",
};

/** The field of a form in which a field of UTM is typed. */
export function utmFieldName(field: (typeof utmFields)[number]): LinkFieldName {
  const names = {
    source: "utmSource",
    medium: "utmMedium",
    campaign: "utmCampaign",
    term: "utmTerm",
    content: "utmContent",
  } as const;
  return names[field];
}

export function linkValuesOf(link: LinkWire): LinkValues {
  const { name, target, slug, subId } = link;
  const utm = Object.fromEntries(utmFields.map((field) => [utmFieldName(field), link.utm[field] ?? ""]));
  const programId = link.program?.id ?? "";
  return { ...noLink, name, target, slug, subId, discountCode: link.discountCode ?? "", programId, ...utm };
}
