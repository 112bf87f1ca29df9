import { describe, expect, test } from "vitest";
import {
  isStorePath,
  linkForms,
  readStoreTarget,
  givenUtm,
  suggestSlug,
} from "#app/domain/affiliate-link.ts";
import {
  importedLinkKey,
  importedParameters,
  isImportedParameter,
  isReferralCode,
} from "#app/domain/referral-code.ts";
import { readImportedLinkRows } from "#app/domain/pasted-lines.ts";

const store = { root: "https://mugs.example/", domain: "mug-shop.myshopify.com" };

describe("where a link leads", () => {
  test.each([
    ["", "/"],
    ["/", "/"],
    [" /products/mug?variant=1#size ", "/products/mug?variant=1#size"],
    ["https://mugs.example/products/mug", "/products/mug"],
    ["HTTPS://MUGS.EXAMPLE/products/mug", "/products/mug"],
    ["http://mugs.example", "/"],
    ["https://www.mugs.example/a?b=c%20d", "/a?b=c%20d"],
    ["mugs.example/pages/about", "/pages/about"],
    ["mug-shop.myshopify.com/a", "/a"],
    ["https://mug-shop.myshopify.com/a?ref=OTHER&x=1&aff_click=clk_1.sig", "/a?x=1"],
    ["/products/größe", "/products/gr%C3%B6%C3%9Fe"],
  ])("%s is the page %s", (given, path) => {
    expect(readStoreTarget(given, store)).toEqual({ path });
    expect(isStorePath(path)).toBe(true);
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/%2e//evil.example",
    "/a/..//evil.example",
    "/a/%2E%2e//evil.example",
    "https:evil.example",
    "https:/evil.example",
    "https://evil.example/products/mug",
    "https://mugs.example.evil.example/",
    "https://mugs.example@evil.example/",
    "https://mugs.example:pw@mugs.example/",
    "https://mugs.example:8443/",
    "javascript:alert(1)",
    "JaVaScRiPt://mugs.example/%0aalert(1)",
    "data:text/html,x",
    "ftp://mugs.example/",
    "mailto:a@mugs.example",
    "/a\nb",
    "/a\u0000b",
    "evil.example/x",
    "products/mug",
    `/${"x".repeat(1001)}`,
  ])("%j is no page of the store", (given) => {
    expect(readStoreTarget(given, store)).toHaveProperty("fault");
  });

  test("a store below a path knows its own pages, and no others of the host", () => {
    const local = { root: "http://127.0.0.1:4000/shops/mug-shop.myshopify.com/", domain: store.domain };
    expect(readStoreTarget(`${local.root}products/mug`, local)).toEqual({ path: "/products/mug" });
    expect(readStoreTarget("http://127.0.0.1:4000/shops/mug-shop.myshopify.com", local)).toEqual({
      path: "/",
    });
    expect(readStoreTarget("http://127.0.0.1:4000/shops/other.myshopify.com/a", local)).toHaveProperty(
      "fault",
    );
    expect(readStoreTarget("127.0.0.1:4000/mailbox", local)).toHaveProperty("fault");
  });

  test("what only looks like a path is none", () => {
    for (const path of ["/.//evil.example", "/a/..//evil.example", "//evil", "/\\evil", "a", ""]) {
      expect([path, isStorePath(path)]).toEqual([path, false]);
    }
    for (const path of ["/a//b", "/a/../b", "/%2F%2Fevil", "/a?to=//b"]) {
      expect([path, isStorePath(path)]).toEqual([path, true]);
    }
  });
});

describe("the forms of a link", () => {
  const places = { appUrl: "https://app.example", shopDomain: store.domain, storeRoot: store.root };
  const parts = {
    slug: "iris-mug",
    target: "/products/mug?variant=1#size",
    utm: { source: "blog", campaign: "spring & summer" },
    discountCode: "IRIS 10",
  };

  test("are three, and each names the slug", () => {
    const { short, direct, discount } = linkForms(parts, places);
    expect(short).toBe("https://app.example/r/iris-mug?s=mug-shop");
    expect(direct).toBe(
      "https://mugs.example/products/mug?variant=1&utm_source=blog&utm_campaign=spring+%26+summer&ref=iris-mug#size",
    );
    const discountUrl = new URL(discount ?? "");
    expect(`${discountUrl.origin}${discountUrl.pathname}`).toBe("https://mugs.example/discount/IRIS%2010");
    expect(discountUrl.searchParams.get("ref")).toBe("iris-mug");
    expect(discountUrl.searchParams.get("redirect")).toBe(
      "/products/mug?variant=1&utm_source=blog&utm_campaign=spring+%26+summer&ref=iris-mug#size",
    );
  });

  test("stay below the root of a store that has a path, and are two without a discount code", () => {
    const below = { ...places, storeRoot: "http://localhost:4000/shops/mug-shop.myshopify.com/" };
    const plain = { ...parts, target: "/", utm: {}, discountCode: null };
    expect(linkForms(plain, below)).toEqual({
      short: "https://app.example/r/iris-mug?s=mug-shop",
      direct: "http://localhost:4000/shops/mug-shop.myshopify.com/?ref=iris-mug",
      discount: null,
    });
    const { discount } = linkForms({ ...parts, utm: {} }, below);
    expect(new URL(discount ?? "").searchParams.get("redirect")).toBe(
      "/products/mug?variant=1&ref=iris-mug#size",
    );
  });

  test("carry of UTM what is said", () => {
    expect(givenUtm({ source: "blog", medium: "", term: undefined })).toEqual({ source: "blog" });
  });
});

describe("a slug that is proposed", () => {
  test.each([
    ["IRIS-Summer sale", "iris-summer-sale"],
    ["Größe & Maß", "grosse-mass"],
    ["  ", "link"],
    ["--a--", "link"],
    ["_x y_", "x-y_"],
    ["ein sehr langer Name, der nicht endet", "ein-sehr-langer-name-der-n"],
  ])("%j becomes %s", (words, slug) => {
    expect(suggestSlug(words, () => false)).toBe(slug);
    expect(isReferralCode(slug)).toBe(true);
  });

  test("takes the first free number", () => {
    const taken = new Set(["mug", "mug-2"]);
    expect(suggestSlug("Mug", (key) => taken.has(key))).toBe("mug-3");
  });
});

describe("links of other systems", () => {
  test("are known by their parameters", () => {
    expect(importedParameters.every((one) => isImportedParameter(one.parameter))).toBe(true);
    for (const name of ["", "a=b", "a&b", "aff_click", "UTM_source", "x".repeat(41), "ä", "-a", "a b"]) {
      expect([name, isImportedParameter(name)]).toEqual([name, false]);
    }
    expect(importedLinkKey(" 12aB ")).toBe("12ab");
  });

  test("are read from pasted lines, whatever separates them", () => {
    const text =
      '\uFEFFParameter,Value,Affiliate\r\nsca_ref,"12,3",iris@example.com\n\nrfsn;9.a;IRIS\nvia\tjo';
    expect(readImportedLinkRows(text)).toEqual([
      { line: 2, parameter: "sca_ref", value: "12,3", affiliate: "iris@example.com" },
      { line: 4, parameter: "rfsn", value: "9.a", affiliate: "IRIS" },
      { line: 5, parameter: "via", value: "jo", affiliate: "" },
    ]);
    expect(readImportedLinkRows(" \n")).toEqual([]);
  });
});
