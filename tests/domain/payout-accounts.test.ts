import { describe, expect, it } from "vitest";
import {
  bicProblem,
  countryCodes,
  currencyProblem,
  holderProblem,
  ibanProblem,
  otherAccountProblem,
  otherCountries,
  otherCountryProblem,
  paypalEmailProblem,
  routingNumberProblem,
  sortCodeProblem,
  tidyCode,
  tidyLine,
  ukAccountProblem,
  usAccountProblem,
} from "#app/domain/payouts/account-check.ts";
import {
  accountIdentity,
  detailsByStage,
  maskedAccount,
  type PayoutAccount,
} from "#app/domain/payouts/details.ts";
import { fc } from "../support/properties.ts";

/** From the examples of the IBAN registry. */
const realIbans = [
  "DE89370400440532013000",
  "GB29NWBK60161331926819",
  "FR1420041010050500013M02606",
  "NO9386011117947",
  "MT84MALT011000012345MTLCAST001S",
  "BE68539007547034",
  "CH9300762011623852957",
  "SA0380000000608010167519",
  "LC55HEMM000100010012001200023015",
  "BR1800360305000010009795493C1",
];

const lengths: Readonly<Record<string, number>> = { DE: 22, GB: 22, FR: 27, NO: 15, MT: 31, BE: 16, SA: 24 };

/** ISO 7064 with whole numbers of any size, where the app goes digit by digit. */
function withCheckDigits(country: string, bban: string): string {
  const number = `${bban}${country}00`.replaceAll(/[A-Z]/g, (one) => String(one.charCodeAt(0) - 55));
  return `${country}${String(98n - (BigInt(number) % 97n)).padStart(2, "0")}${bban}`;
}

const digits = Array.from("0123456789");
const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");

const ibanOf = (characters: readonly string[]) =>
  fc.constantFrom(...Object.keys(lengths)).chain((country) => {
    const length = (lengths[country] ?? 0) - 4;
    const unit = fc.constantFrom(...characters);
    return fc
      .string({ unit, minLength: length, maxLength: length })
      .map((bban) => withCheckDigits(country, bban));
  });

describe("an IBAN", () => {
  it.each(realIbans)("%s is one, however it is spelt", (real) => {
    expect(ibanProblem(real)).toBeNull();
    const groups = real.toLowerCase().replaceAll(/(.{4})/g, "$1 ");
    expect(tidyCode(` ${groups}\u00a0\u200b`)).toBe(real);
  });

  it("is taken with every number that has right check digits", () => {
    fc.assert(fc.property(ibanOf([...digits, ...letters]), (made) => ibanProblem(made) === null));
  });

  it("is refused with one digit mistyped", () => {
    const mistyped = fc
      .tuple(ibanOf(digits), fc.nat(), fc.constantFrom(...digits))
      .map(([made, at, digit]) => {
        const place = 4 + (at % (made.length - 4));
        return { made, typed: made.slice(0, place) + digit + made.slice(place + 1) };
      });
    fc.assert(
      fc.property(mistyped, ({ made, typed }) => typed === made || ibanProblem(typed) !== null),
      { numRuns: 500 },
    );
  });

  it("is refused with two neighbouring digits exchanged", () => {
    const exchanged = fc.tuple(ibanOf(digits), fc.nat()).map(([made, at]) => {
      const place = 4 + (at % (made.length - 5));
      const [one = "", other = ""] = [made[place], made[place + 1]];
      return { made, typed: made.slice(0, place) + other + one + made.slice(place + 2) };
    });
    fc.assert(
      fc.property(exchanged, ({ made, typed }) => typed === made || ibanProblem(typed) !== null),
      { numRuns: 500 },
    );
  });

  it.each([
    ["", { code: "value_missing", what: "iban" }],
    ["DE8937040044053201300", { code: "iban_length", country: "DE", length: 22, given: 21 }],
    ["DE88370400440532013000", { code: "value_invalid", what: "iban" }],
    ["US89370400440532013000", { code: "iban_country", country: "US" }],
    ["89370400440532013000", { code: "value_invalid", what: "iban_start" }],
    ["DE89-3704", { code: "value_invalid", what: "iban_start" }],
  ])("%s is told what is wrong with it", (typed, said) => {
    expect(ibanProblem(typed)).toEqual(said);
  });
});

describe("other payout details", () => {
  it.each([
    [
      "a routing number",
      routingNumberProblem,
      "021000021",
      ["021000022", "02100002", "000000000", "991000029"],
    ],
    ["an American account", usAccountProblem, "123456789", ["123", "12345678901234567A", "1".repeat(18)]],
    ["a sort code", sortCodeProblem, "601613", ["60161", "6016134", "60161A"]],
    ["a British account", ukAccountProblem, "31926819", ["1926819", "319268190", "3192681X"]],
    ["a BIC", bicProblem, "COBADEFFXXX", ["COBADE", "COBADEFFX", "COBA12FF", "COBADEFFXXXX"]],
    ["an account elsewhere", otherAccountProblem, "001234567A", ["12", "1".repeat(35), "12_45", "ABCDEF"]],
    ["a currency", currencyProblem, "EUR", ["EURO", "", "XXX", "eur"]],
    [
      "a holder",
      holderProblem,
      "Zoë O'Brien-Núñez, Ltd.",
      ["", "Z", "12 34", "<b>", 'a"b', "Z\u202ee", "a--b", "x".repeat(71)],
    ],
    [
      "an address at PayPal",
      paypalEmailProblem,
      "a.b+c@mail.example.com",
      ["", "a@b", "a@@b.de", "a b@c.de", "@c.de", `${"a".repeat(120)}@mail.de`, "a..b@c.de"],
    ],
    ["a country elsewhere", otherCountryProblem, "AU", ["", "US", "GB", "DE", "ZZ", "au"]],
  ] as const)("%s is looked at", (_what, problem, right, wrong) => {
    expect(problem(right)).toBeNull();
    expect(wrong.filter((one) => problem(one) === null)).toEqual([]);
  });

  it("leaves no country without a form, and none with two", () => {
    expect(countryCodes).toHaveLength(249);
    expect(new Set(countryCodes).size).toBe(249);
    expect(otherCountries.every((code) => otherCountryProblem(code) === null)).toBe(true);
    expect(tidyLine("  Zoë \n Núñez ")).toBe("Zoë Núñez");
  });
});

const holder = { holder: "Zoë Núñez", currency: "EUR" };
const accounts: readonly PayoutAccount[] = [
  { kind: "paypal", email: "zoe.nunez@example.com" },
  { kind: "store-credit", customerId: "7001", email: "zoe.nunez@example.com" },
  { kind: "iban", ...holder, country: "DE", iban: "DE89370400440532013000", bic: "" },
  {
    kind: "us",
    ...holder,
    country: "US",
    routingNumber: "021000021",
    accountNumber: "987654321",
    accountType: "savings",
  },
  { kind: "uk", ...holder, country: "GB", sortCode: "601613", accountNumber: "31926819" },
  { kind: "other", ...holder, country: "AU", bankCode: "062000", accountNumber: "12345678", bic: "" },
];

function same(one: PayoutAccount, other: PayoutAccount): void {
  expect(accountIdentity(one)).toBe(accountIdentity(other));
}

describe("an account that is shown", () => {
  it.each([
    ["z…@example.com", 0],
    ["z…@example.com", 1],
    ["IBAN DE…3000", 2],
    ["US …321", 3],
    ["UK …19", 4],
    ["AU …78", 5],
  ])("is %s", (shown, at) => {
    const account = accounts[at];
    if (!account) throw new Error("There is no such account");
    expect(maskedAccount(account)).toBe(shown);
  });

  it("never shows more than a third of a number", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{4,34}$/), (accountNumber) => {
        const masked = maskedAccount({
          kind: "other",
          ...holder,
          country: "AU",
          bankCode: "06",
          accountNumber,
          bic: "",
        });
        const shown = masked.slice(masked.indexOf("…") + 1);
        return accountNumber.endsWith(shown) && shown.length <= Math.max(1, accountNumber.length / 3);
      }),
    );
  });

  it("is one, however it is written, and no other", () => {
    expect(new Set(accounts.map(accountIdentity)).size).toBe(accounts.length);
    same(
      { kind: "paypal", email: "Zoe.Nunez+shop@gmail.com" },
      { kind: "paypal", email: "zoenunez@gmail.com" },
    );
    same(
      { kind: "uk", ...holder, country: "GB", sortCode: "601613", accountNumber: "31926819" },
      { kind: "iban", ...holder, country: "GB", iban: "GB29NWBK60161331926819", bic: "" },
    );
  });
});

const at = (hours: number) => new Date(Date.UTC(2026, 4, 1, hours));

describe("the state of payout details", () => {
  const held = { id: "in_review", confirmedAt: at(0), effectiveAt: at(4), endedAt: at(12) };
  const next = { id: "next", confirmedAt: at(6), effectiveAt: at(12), endedAt: null };
  const typed = { id: "typed", confirmedAt: null, effectiveAt: null, endedAt: null };

  it.each([
    [at(1), { current: null, next: held.id, unconfirmed: typed.id }],
    [at(4), { current: held.id, next: next.id, unconfirmed: typed.id }],
    [new Date(at(12).getTime() - 1), { current: held.id, next: next.id, unconfirmed: typed.id }],
    [at(12), { current: next.id, next: null, unconfirmed: typed.id }],
  ])("at %s", (now, expected) => {
    // Before the later details were confirmed they were not there.
    const known = [typed, held, ...(now >= at(4) ? [next] : [])];
    const { current, next: after, unconfirmed } = detailsByStage(known, now);
    expect({
      current: current?.id ?? null,
      next: after?.id ?? null,
      unconfirmed: unconfirmed?.id ?? null,
    }).toEqual(expected);
  });
});
