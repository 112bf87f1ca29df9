import { expect, test } from "vitest";
import { localeOf } from "#app/http/locale.ts";

const asked = (search: string, accepted: string | null) =>
  new Request(`https://app.example/dashboard${search}`, {
    headers: accepted === null ? {} : { "Accept-Language": accepted },
  });

test.each([
  // The platform's admin names its own, whatever the browser likes.
  ["?locale=de", "fr-FR,fr;q=0.9", "de"],
  ["?shop=x&locale=pt-BR", null, "pt-BR"],
  ["", "fr-CA, fr;q=0.9, en;q=0.8", "fr-CA"],
  ["?locale=", "sv", "sv"],
  ["", "*", undefined],
  ["", null, undefined],
  // An unknown locale, or text that is none, is skipped.
  ["?locale=../../etc", "it;q=0.7", "it"],
  ["?locale=zz-ZZ", "tlh, nl", "nl"],
  [`?locale=${"de-".repeat(200)}`, null, undefined],
  ["", `${"xx,".repeat(1000)}de`, undefined],
])("%s of a browser that accepts %s is read as %s", (search, accepted, locale) => {
  expect(localeOf(asked(search, accepted))).toBe(locale);
});
