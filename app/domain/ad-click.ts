/**
 * Parameters by which ad networks tell their own clicks: an address that carries one was paid for by an advertisement.
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

/** The name of the first parameter that an ad network wrote, lower-cased; '' where none did. */
export function adClickOf(parameters: Iterable<string>): string {
  for (const name of parameters) {
    const key = name.toLowerCase();
    if (adNetworks.has(key)) return key;
  }
  return "";
}

/** Whose parameter it is; null where no network's. */
export function adNetworkOf(parameter: string): string | null {
  return adNetworks.get(parameter.toLowerCase()) ?? null;
}
