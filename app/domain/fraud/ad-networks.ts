/**
 * URL parameters that ad networks add to their clicks. A landing page with one of them was reached through a
 * paid ad.
 * Source: the networks' documentation of auto-tagging.
 */
export const adNetworks: ReadonlyMap<string, string> = new Map([
  ["gclid", "Google Ads"],
  ["gbraid", "Google Ads"],
  ["wbraid", "Google Ads"],
  ["gad_source", "Google Ads"],
  ["gad_campaignid", "Google Ads"],
  ["gclsrc", "Google Ads"],
  ["dclid", "Google Display & Video 360"],
  ["fbclid", "Meta"],
  ["msclkid", "Microsoft Advertising"],
  ["ttclid", "TikTok Ads"],
  ["twclid", "X Ads"],
  ["li_fat_id", "LinkedIn Ads"],
  ["epik", "Pinterest Ads"],
  ["rdt_cid", "Reddit Ads"],
  ["sccid", "Snapchat Ads"],
  ["yclid", "Yandex Direct"],
  ["obclid", "Outbrain"],
  ["tblci", "Taboola"],
]);

/** Network of a parameter; null for none. */
export function adNetworkOf(parameter: string): string | null {
  return adNetworks.get(parameter.toLowerCase()) ?? null;
}
