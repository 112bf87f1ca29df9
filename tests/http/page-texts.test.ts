import { expect, test } from "vitest";
import { languageFor, pageTexts } from "#app/http/page-texts.server.ts";

const asked = (accepted: string | null) =>
  new Request("https://app.example/portal", {
    headers: accepted === null ? {} : { "Accept-Language": accepted },
  });

test.each([
  [null, "de-AT,de;q=0.9,en;q=0.8", "en", "de"],
  ["en", "de-AT,de;q=0.9", "de", "en"],
  // Languages without a catalog are passed over.
  [null, "nl, fr;q=0.9, de;q=0.5, en;q=0.4", "en", "de"],
  [null, "nl", "de", "de"],
  [null, null, "de", "de"],
  [null, "*", "en", "en"],
] as const)("chosen %s, browser %s, store %s: %s", (chosen, accepted, store, language) => {
  expect(languageFor(asked(accepted), { chosen, store })).toBe(language);
});

test("a page gets its own catalogs of one language, and Polaris' parts in that language", () => {
  const texts = pageTexts(asked("de-AT"), "de", ["portal"]);
  expect(texts).toMatchObject({
    language: "de",
    locale: "de-AT",
    catalogs: { portal: { signIn: { linkButton: "Anmelden" } } },
    polaris: { Polaris: { Common: { checkbox: "Kontrollkästchen" } } },
  });
  expect(pageTexts(asked("de-AT"), "en", ["portal"])).toMatchObject({ locale: "en-US", polaris: null });
});
