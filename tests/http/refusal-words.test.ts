import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { makeClaimForm } from "#app/contracts/claim.ts";
import { newOwnLinkForm } from "#app/contracts/link-forms.ts";
import { ownDetailsForm } from "#app/contracts/payout-details.ts";
import { linkForm, ownProfileForm, signInForm } from "#app/contracts/portal.ts";
import { accountKinds } from "#app/domain/payouts/details.ts";
import type { Reason } from "#app/domain/refusal-codes.ts";
import { isRefusal, reasonAsText } from "#app/domain/refusal.ts";
import { parse } from "#app/http/parse.ts";
import { affiliateMessage, affiliateWords, refusalWords } from "#app/http/refusal-words.ts";
import { messageOf, storedMessage } from "#app/i18n/fault-words.ts";

const general = "Prüfe diese Angabe.";

/** Values that a person may type, each wrong for most fields. */
const typed = [
  "",
  "x",
  "é\u0007<b>",
  "DE00 0000 0000 0000 0000 00",
  "DE12",
  "US12",
  "123456789",
  "a".repeat(3000),
];

const detailsFields = [
  "email",
  "holder",
  "iban",
  "bic",
  "currency",
  "routingNumber",
  "accountNumber",
  "sortCode",
  "country",
  "bankCode",
];
const forms: [name: string, schema: z.ZodType, fixed: Record<string, string>, fields: readonly string[]][] = [
  ["signing in", signInForm, {}, ["email", "shop"]],
  ["a link", linkForm, {}, ["token"]],
  ["a claim", makeClaimForm, {}, ["order", "note"]],
  ["a new link", newOwnLinkForm, {}, ["name", "target", "slug", "subId", "discountCode", "utmSource"]],
  ["a name", ownProfileForm, { intent: "name" }, ["name"]],
  ["a new email", ownProfileForm, { intent: "email" }, ["email"]],
  ...accountKinds.map((kind) => [kind, ownDetailsForm, { intent: "enter", kind }, detailsFields] as [string, z.ZodType, Record<string, string>, string[]]),
]; // prettier-ignore

test.each(forms)("every error of the form for %s has a German text", (_name, schema, fixed, fields) => {
  const reasons = typed.flatMap((value) => {
    const given = { ...fixed, ...Object.fromEntries(fields.map((name) => [name, value])) };
    const read = parse(schema, given);
    return isRefusal(read) ? read.errors.map((error) => error.reason) : [];
  });
  expect(reasons.filter((reason) => affiliateMessage("de", reason) === general)).toEqual([]);
});

describe("a refusal for an affiliate", () => {
  const cases: [Reason, string, string][] = [
    [{ code: "link_expired" }, "Dieser Link ist abgelaufen.", "This link has expired."],
    [
      { code: "already_claimed" },
      "Du hast diese Bestellung schon gemeldet.",
      "You already reported this order.",
    ],
    [
      { code: "too_many_claims", count: 5 },
      "5 Meldungen sind noch offen. Warte auf die Antworten des Shops.",
      "5 reports are still open. Wait for the store's answers.",
    ],
    [
      { code: "slug_taken", free: "mug-2" },
      "Diese Adresse ist vergeben. mug-2 ist frei.",
      "This address is taken. mug-2 is free.",
    ],
    [
      { code: "too_many_emails" },
      "Du hast schon mehrere E-Mails bekommen. Versuche es in einer Stunde noch einmal.",
      "You already got several emails. Try again in an hour.",
    ],
    [{ code: "email_unchanged" }, "Das ist schon deine E-Mail-Adresse.", "This is already your email."],
    [
      { code: "email_taken" },
      "Ein anderer Affiliate dieses Shops verwendet diese E-Mail-Adresse.",
      "Another affiliate of this store uses this email.",
    ],
    [{ code: "too_long", most: 1 }, "Höchstens 1 Zeichen.", "Use at most 1 character."],
    [{ code: "unknown_field" }, general, "Check this entry."],
    [{ code: "not_found", what: "statement" }, general, "Check this entry."],
  ];

  test.each(cases)("%o is written as %s", (reason, german, english) => {
    expect([affiliateMessage("de", reason), affiliateMessage("en", reason)]).toEqual([german, english]);
  });

  test("has its message at the field, too", () => {
    const reason = { code: "value_missing", what: "iban" } as const;
    expect(affiliateWords("de", { reason, errors: [{ field: "iban", reason }] })).toEqual({
      code: "value_missing",
      message: "Gib die IBAN ein.",
      errors: [{ field: "iban", code: "value_missing", message: "Gib die IBAN ein." }],
    });
  });
});

describe("a refusal for a merchant", () => {
  test("has its code and words, and those of each field", () => {
    const reason = { code: "amount_too_large", most: { amount: "1000.00", currencyCode: "USD" } } as const;
    const field = { code: "value_missing", what: "name" } as const;
    expect(refusalWords({ reason, errors: [{ field: "name", reason: field }] })).toEqual({
      code: "amount_too_large",
      message: "Enter at most $1,000.00.",
      errors: [{ field: "name", code: "value_missing", message: "Enter a name." }],
    });
  });

  test("writes days and instants for people", () => {
    expect(messageOf({ code: "orders_before", day: { day: "2026-03-01" } })).toBe(
      "Shopify gives this app only orders from Mar 1, 2026 on.",
    );
    expect(messageOf({ code: "paypal_known_until", until: { at: "2026-03-01T09:30:00.000Z" } })).toBe(
      "PayPal's report ends at Mar 1, 2026, 9:30 AM UTC. Try again in a few hours.",
    );
  });

  test("shows braces that are no arguments", () => {
    expect(messageOf({ code: "value_invalid", what: "template_brace" })).toBe(
      "Close every brace, as in {shop}.",
    );
  });

  test("is read again from a column; another system's words stay", () => {
    expect(storedMessage(reasonAsText({ code: "not_found", what: "program" }))).toBe(
      "This program doesn't exist.",
    );
    expect(storedMessage("Bank closed")).toBe("Bank closed");
  });
});
