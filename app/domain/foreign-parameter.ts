/** Parameters with which other systems' links name affiliates, and the names of those systems. */
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

/** Parameters that the store, the platform or this app set. They never name an affiliate. */
const reserved = new Set([
  "aff_click",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
]);

/** True for a name that can be a URL parameter and is not reserved. */
export function isForeignParameter(name: string): boolean {
  return /^[a-z0-9][a-z0-9_.~-]{0,39}$/i.test(name) && !reserved.has(name.toLowerCase());
}

/** Lookup key of a parameter or value. Neither is case-sensitive. */
export function foreignKey(text: string): string {
  return text.trim().toLowerCase();
}
