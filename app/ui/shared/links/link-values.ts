import { utmFields } from "#app/domain/affiliate-link.ts";
import type { LinkWire } from "#app/contracts/link.ts";

/** Values of a new link's form. */
export const noLink = {
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

type LinkValues = Readonly<Record<keyof typeof noLink, string>>;

const utmNames = {
  source: "utmSource",
  medium: "utmMedium",
  campaign: "utmCampaign",
  term: "utmTerm",
  content: "utmContent",
} as const;

/** Name of the form's field for a UTM parameter. */
export function utmFieldName(field: (typeof utmFields)[number]) {
  return utmNames[field];
}

export function linkValuesOf(link: LinkWire): LinkValues {
  const { name, target, slug, subId } = link;
  const utm = Object.fromEntries(utmFields.map((field) => [utmFieldName(field), link.utm[field] ?? ""]));
  const programId = link.program?.id ?? "";
  return { ...noLink, name, target, slug, subId, discountCode: link.discountCode ?? "", programId, ...utm };
}
