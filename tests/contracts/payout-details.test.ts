import { expect, it } from "vitest";
import { ownDetailsForm, typedAccountOf } from "#app/contracts/payout-details.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { parse } from "#app/http/parse.ts";
import { badValues, hostileTexts } from "../support/bad-values.ts";

const bank = { holder: " Zoë  Núñez ", currency: "eur" };
const holder = { holder: "Zoë Núñez", currency: "EUR" };

const forms = [
  [{ kind: "paypal", email: " zoe@paypal.example" }, { email: "zoe@paypal.example" }],
  [
    { kind: "iban", ...bank, iban: "de89 3704 0044 0532 0130 00", bic: "cobadeffxxx" },
    { ...holder, country: "DE", iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
  ],
  [
    {
      kind: "us",
      ...bank,
      routingNumber: "021-000-021",
      accountNumber: "1234 5678 9",
      accountType: "savings",
    },
    { ...holder, country: "US", routingNumber: "021000021", accountNumber: "123456789" },
  ],
  [
    { kind: "uk", ...bank, sortCode: "60–16–13", accountNumber: "31926819" },
    { ...holder, country: "GB", sortCode: "601613", accountNumber: "31926819" },
  ],
  [
    {
      kind: "other",
      ...bank,
      country: "au",
      bankCode: "062-000",
      accountNumber: "１２３４５６７８",
      bic: "",
    },
    { ...holder, country: "AU", bankCode: "062000", accountNumber: "12345678" },
  ],
] as const;

it.each(forms)("an account is tidied and told whole: %o", (typed, told) => {
  const fields = parse(ownDetailsForm, { intent: "enter", ...typed });
  if (isRefusal(fields) || fields.intent !== "enter") throw new Error("It was refused.");
  const account = typedAccountOf(fields);
  expect(account).toMatchObject({ kind: typed.kind, ...told });
  expect(account).not.toHaveProperty("intent");
});

it.each(forms)("no field takes what harms: %o", (typed) => {
  const { kind: _kind, ...fields } = typed;
  for (const field of Object.keys(fields)) {
    const bad = [
      ...hostileTexts,
      "x".repeat(201),
      null,
      12,
      [],
      {},
      ...(field === "email" ? (badValues["email"] ?? []) : []),
    ];
    const taken = bad.filter((value) => {
      const result = parse(ownDetailsForm, { intent: "enter", ...typed, [field]: value });
      return !isRefusal(result) || !result.errors.every((error) => error.field.startsWith(field));
    });
    expect(taken).toEqual([]);
  }
});

it.each(forms)("what is missing is said at its field: %o", ({ kind }) => {
  const result = parse(ownDetailsForm, { intent: "enter", kind });
  if (!isRefusal(result)) throw new Error("It was taken.");
  expect(result.errors.length).toBeGreaterThan(0);
  expect(result.errors.every((error) => error.field !== "body")).toBe(true);
});

it.each([{}, { intent: "enter" }, { intent: "enter", kind: "cash" }, { intent: "pay" }, null, "x"])(
  "%o is no form of the page",
  (given) => {
    expect(isRefusal(parse(ownDetailsForm, given))).toBe(true);
  },
);
