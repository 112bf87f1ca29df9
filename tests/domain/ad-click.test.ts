import { describe, expect, it } from "vitest";
import { adNetworkOf } from "#app/domain/fraud/ad-networks.ts";
import { adClicksOf, keptAdClicks, readAdClicks } from "#app/domain/fraud/rules.ts";

describe("the parameters of ad networks in an address", () => {
  it("are kept of each network, the first of each, however they are written", () => {
    const found = adClicksOf(["utm_source", "GCLID", "gad_source", "fbclid", "ref", "msclkid", "fbclid"]);
    expect(found).toEqual(["gclid", "fbclid", "msclkid"]);
    expect(found.map(adNetworkOf)).toEqual(["Google Ads", "Meta", "Microsoft Advertising"]);
    expect(adClicksOf(["ref", "utm_source"])).toEqual([]);
  });

  it("are read as they were kept: of several networks, of one alone, of none", () => {
    for (const parameters of [["gclid", "fbclid"], ["gad_source"], []]) {
      expect(readAdClicks(keptAdClicks(parameters))).toEqual(parameters);
    }
    expect(keptAdClicks(["gclid"])).toBe("gclid");
  });
});
