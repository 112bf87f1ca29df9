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

/** The parameters that ad networks wrote, lower-cased: of each network the first, in the order of the address. */
export function adClicksOf(parameters: Iterable<string>): string[] {
  const first = new Map<string, string>();
  for (const name of parameters) {
    const key = name.toLowerCase();
    const network = adNetworks.get(key);
    if (network !== undefined && !first.has(network)) first.set(network, key);
  }
  return [...first.values()];
}

/** How a click keeps them, in one text: their names are without spaces, and one alone stands as it is. */
export function keptAdClicks(parameters: readonly string[]): string {
  return parameters.join(" ");
}

/** What a click kept: '' is none. */
export function readAdClicks(kept: string): string[] {
  return kept === "" ? [] : kept.split(" ");
}

/** Whose parameter it is; null where no network's. */
export function adNetworkOf(parameter: string): string | null {
  return adNetworks.get(parameter.toLowerCase()) ?? null;
}
