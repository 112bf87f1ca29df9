import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { makeClaimForm } from "#app/contracts/claim.ts";
import { newOwnLinkForm } from "#app/contracts/link-forms.ts";
import { ownDetailsForm } from "#app/contracts/payout-details.ts";
import { linkForm, ownProfileForm, signInForm } from "#app/contracts/portal.ts";
import { accountKinds } from "#app/domain/payouts/details.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { parse } from "#app/http/parse.ts";
import { refusalIn, refusalText } from "#app/http/portal-refusals.ts";

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

test.each(forms)("every fault of the form for %s is told in German", (_name, schema, fixed, fields) => {
  const faults = typed.flatMap((value) => {
    const given = { ...fixed, ...Object.fromEntries(fields.map((name) => [name, value])) };
    const read = parse(schema, given);
    return isRefusal(read) ? read.errors.map((error) => error.message) : [];
  });
  const untold = [...new Set(faults)].filter((message) => refusalText("de", message) === general);
  expect(untold).toEqual([]);
});

describe("a refusal", () => {
  test.each([
    ["This link has expired.", "Dieser Link ist abgelaufen.", "This link has expired."],
    [
      "You have claimed this order already",
      "Du hast diese Bestellung schon gemeldet.",
      "You already reported this order.",
    ],
    [
      "5 of your claims are open: wait for the answers",
      "5 Meldungen sind noch offen. Warte auf die Antworten des Shops.",
      "5 reports are still open. Wait for the store's answers.",
    ],
    [
      "This address is taken. mug-2 is free.",
      "Diese Adresse ist vergeben. mug-2 ist frei.",
      "This address is taken. mug-2 is free.",
    ],
    [
      "You were sent several emails. Try again in an hour.",
      "Du hast schon mehrere E-Mails bekommen. Versuche es in einer Stunde noch einmal.",
      "You already got several emails. Try again in an hour.",
    ],
    ["This is your present email", "Das ist schon deine E-Mail-Adresse.", "This is already your email."],
    [
      "Another affiliate of this store uses this email.",
      "Ein anderer Affiliate dieses Shops verwendet diese E-Mail-Adresse.",
      "Another affiliate of this store uses this email.",
    ],
    ["Must be at most 1 characters", "Höchstens 1 Zeichen.", "Use at most 1 character."],
    ["Something new", general, "Something new"],
  ])("%s is told as %s", (message, german, english) => {
    expect([refusalText("de", message), refusalText("en", message)]).toEqual([german, english]);
  });

  test("is told at its field, too", () => {
    const message = "Enter the IBAN";
    expect(refusalIn("de", { message, errors: [{ field: "iban", message }] })).toEqual({
      message: "Gib die IBAN ein.",
      errors: [{ field: "iban", message: "Gib die IBAN ein." }],
    });
  });
});
