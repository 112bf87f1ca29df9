import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { formatsIn } from "#app/i18n/formats.ts";
import { i18nInstance } from "#app/i18n/page-texts.ts";
import { languageOfTag, localeIn } from "#app/i18n/languages.ts";
import { catalogsOf, textsIn } from "#app/i18n/texts.ts";

describe("texts", () => {
  test("are written in the language asked for, with their values", () => {
    const german = textsIn("de", "portal");
    const english = textsIn("en", "portal");
    expect(german("signIn.noEmailServer", { shop: "Tassen & Co" })).toBe(
      "Anmeldelinks können gerade nicht verschickt werden. Wende dich an Tassen & Co.",
    );
    expect(english("signIn.noEmailServer", { shop: "Tassen & Co" })).toBe(
      "Sign-in links can't be emailed right now. Contact Tassen & Co.",
    );
  });

  test("throw where a value is missing, instead of showing a placeholder", () => {
    const instance = i18nInstance("en", catalogsOf("en", ["portal"]));
    const written = () => instance.t("signIn.noEmailServer", {} as { shop: string });
    expect(written).toThrow(/signIn\.noEmailServer can't be written in en/);
  });

  test("are the catalogs that a page asks for, and no others", () => {
    expect(Object.keys(catalogsOf("de", ["portal"]))).toEqual(["portal"]);
  });

  test("load in a process that runs the source as it is", () => {
    const program =
      'const { textsIn } = await import("#app/i18n/texts.ts"); console.log(textsIn("de", "portal")("signIn.linkButton"))';
    const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
      encoding: "utf8",
    });
    expect(printed.trim()).toBe("Anmelden");
  });
});

test.each([
  ["de", "de"],
  ["de-AT", "de"],
  ["EN-gb", "en"],
  ["nl", undefined],
  ["deu", undefined],
])("%s is read in %s", (tag, language) => {
  expect(languageOfTag(tag)).toBe(language);
});

test("numbers follow the reader's region where the language is theirs, else the language's usual one", () => {
  expect(localeIn("de", ["en-GB", "de-CH"])).toBe("de-CH");
  expect(localeIn("de", ["en-GB"])).toBe("de-DE");
  expect(localeIn("de", ["de"])).toBe("de-DE");
  expect(localeIn("en", ["de-DE", "en-GB"])).toBe("en-GB");
});

test("amounts and dates are written in each locale", () => {
  const amount = { amount: "1234.50", currencyCode: "EUR" };
  const at = new Date("2026-03-01T12:00:00Z");
  expect(formatsIn("de-DE").money(amount)).toBe("1.234,50\u00a0€");
  expect(formatsIn("en-US").money(amount)).toBe("€1,234.50");
  expect(formatsIn("de-DE").date(at, "UTC")).toBe("01.03.2026");
  expect(formatsIn("en-US").date(at, "UTC")).toBe("Mar 1, 2026");
});
