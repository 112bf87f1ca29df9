import { readFileSync } from "node:fs";
import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, test } from "vitest";
import { type EmailKind, emailKinds } from "#app/domain/emails/kinds.ts";
import { fitsKind } from "#app/domain/emails/template.ts";
import { usualText } from "#app/gateways/email/event-mail.ts";
import { de } from "#app/i18n/de/index.ts";
import { admin } from "#app/i18n/en/admin/index.ts";
import { en } from "#app/i18n/en/index.ts";
import { languages } from "#app/domain/languages.ts";
import { sourceFiles } from "./files.ts";
import { argumentsOf, messagesOf, tagsOf, usedKeys } from "./texts.ts";

const catalogs = { en, de };
const messages = new Map(languages.map((language) => [language, messagesOf(catalogs[language])]));
const english = messages.get("en") ?? new Map<string, string>();
/** Merchants' texts are in English only. */
const merchants = messagesOf(admin);
const others = languages.filter((language) => language !== "en");

describe.each(others)("the catalogs in %s", (language) => {
  const translated = messages.get(language) ?? new Map<string, string>();

  test("have the keys of the English ones", () => {
    expect([...translated.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  test("take the arguments and tags of the English ones", () => {
    const differing = [...english]
      .map(([key, message]) => ({ key, en: partsOf(message), other: partsOf(translated.get(key) ?? "") }))
      .filter(({ en: one, other }) => one !== other);
    expect(differing).toEqual([]);
  });
});

function partsOf(message: string): string {
  return [...argumentsOf(message), ...tagsOf(message).map((tag) => `<${tag}>`)].join(" ");
}

test("every text is an ICU message that its language can write", () => {
  const broken = languages.flatMap((language) =>
    [...(messages.get(language) ?? [])].filter(([, message]) => !isMessage(message, language)),
  );
  expect(broken).toEqual([]);
  expect([...merchants].filter(([, message]) => !isMessage(message, "en"))).toEqual([]);
});

function isMessage(text: string, language: string): boolean {
  try {
    return new IntlMessageFormat(text, language, undefined, { ignoreTag: true }) instanceof IntlMessageFormat;
  } catch {
    return false;
  }
}

test("no text has a tag that HTML closes by itself, which would lose its content", () => {
  const closed = /<(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b/;
  const all = [...messages.values(), merchants].flatMap((one) => [...one]);
  expect(all.filter(([, text]) => closed.test(text))).toEqual([]);
});

test("every text is used", () => {
  const code = sourceFiles().filter((file) => /^app\/(?!i18n\/(?:en|de)\/)/.test(file));
  const used = usedKeys(code.map((file) => readFileSync(file, "utf8")));
  const unused = [...english.keys(), ...merchants.keys()].filter(
    (key) => !used(key.slice(key.indexOf(":") + 1)),
  );
  expect(unused).toEqual([]);
});

test("emails use only variables of their kind", () => {
  const kinds = Object.keys(emailKinds) as EmailKind[];
  const unfit = languages.flatMap((language) =>
    kinds.filter((kind) => !fitsKind(kind, usualText(kind, language))).map((kind) => `${language} ${kind}`),
  );
  expect(unfit).toEqual([]);
});

test("a key that is in no catalog, or in an unused one, is found", () => {
  const used = usedKeys(['t("home.title")', "t(`states.${state}`)", "// states.other"]);
  expect(["home.title", "states.paid", "home.other", "states.paid.more"].map(used)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("arguments in the cases of a plural count", () => {
  expect(argumentsOf("{n, plural, one {# order of {name}} other {# orders}}, <b>{day}</b>")).toEqual([
    "day",
    "n plural",
    "name",
  ]);
});
