/** Parameters by which links of other systems name their affiliates, and what people know those systems by. */
export const foreignParameters = [
  { parameter: "sca_ref", system: "UpPromote" },
  { parameter: "rfsn", system: "Refersion" },
  { parameter: "bg_ref", system: "BixGrow" },
  { parameter: "ref", system: "GoAffPro and others" },
  { parameter: "via", system: "Rewardful" },
  { parameter: "fpr", system: "FirstPromoter" },
  { parameter: "aff", system: "Affiliatly and others" },
  { parameter: "afmc", system: "LeadDyno" },
  { parameter: "tap_a", system: "Tapfiliate" },
] as const;

/** What the store, the platform and this app write into addresses themselves: it names nobody. */
const reserved = new Set([
  "aff_click",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
]);

/** True for a name that can stand before `=` in an address and is nobody else's. */
export function isForeignParameter(name: string): boolean {
  return /^[a-z0-9][a-z0-9_.~-]{0,39}$/i.test(name) && !reserved.has(name.toLowerCase());
}

/** The key by which a parameter or its value is found: neither depends on case. */
export function foreignKey(text: string): string {
  return text.trim().toLowerCase();
}
