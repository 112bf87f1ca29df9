import { describe, expect, it } from "vitest";
import type { BankPayment } from "#app/domain/payouts/bank-file.ts";
import type { PayoutAccount } from "#app/domain/payouts/details.ts";
import { sepaFile, SepaFileError, type SepaOrder, whyNotSepa } from "#app/gateways/bank/sepa-file.ts";
import { readSepaFile } from "../support/read-sepa-file.ts";

const account = {
  kind: "iban" as const,
  holder: "Ann Müller",
  country: "NL",
  currency: "EUR",
  iban: "NL91ABNA0417164300",
  bic: "",
} satisfies PayoutAccount;
const american: PayoutAccount = {
  kind: "us",
  holder: "Tom Reed",
  country: "US",
  currency: "USD",
  routingNumber: "021000021",
  accountNumber: "000123456789",
  accountType: "checking",
};
const payment: BankPayment = {
  reference: "pit_01k5zq3w8r4t6y7v9x2b1c0d3e",
  name: "Ann",
  email: "ann@example.com",
  account,
  amountMinor: 123_450n,
  currency: "EUR",
};
const second: BankPayment = {
  ...payment,
  reference: "pit_01k5zq3w8r4t6y7v9x2b1c0d3f",
  account: {
    ...account,
    holder: 'Ben & "Söhne" <O\'Hara>',
    country: "CH",
    iban: "CH9300762011623852957",
    bic: "UBSWCHZH80A",
  },
  amountMinor: 1n,
};
const order: SepaOrder = {
  fileId: "poc_01k5zq3w8r4t6y7v9x2b1c0d3e",
  createdAt: new Date("2026-03-16T09:30:00.123Z"),
  executionDay: "2026-03-17",
  payer: { name: "Example Störe GmbH", iban: "DE02120300000000202051", bic: "" },
  payments: [payment, second],
};

describe("a SEPA file", () => {
  it("is read by another parser with its sums, parties and references", () => {
    expect(readSepaFile(sepaFile(order))).toEqual({
      messageId: "poc01k5zq3w8r4t6y7v9x2b1c0d3e",
      createdAt: "2026-03-16T09:30:00Z",
      counts: ["2", "2"],
      sums: ["1234.51", "1234.51"],
      executionDay: "2026-03-17",
      payer: "Example Stoere GmbH",
      payerIban: "DE02120300000000202051",
      payerBank: "NOTPROVIDED",
      transfers: [
        {
          id: "pit01k5zq3w8r4t6y7v9x2b1c0d3e",
          amount: "1234.50",
          name: "Ann Mueller",
          iban: "NL91ABNA0417164300",
          bic: "",
          text: "Commission pit01k5zq3w8r4t6y7v9x2b1c0d3e",
        },
        {
          id: "pit01k5zq3w8r4t6y7v9x2b1c0d3f",
          amount: "0.01",
          name: "Ben + Soehne O'Hara",
          iban: "CH9300762011623852957",
          bic: "UBSWCHZH80A",
          text: "Commission pit01k5zq3w8r4t6y7v9x2b1c0d3f",
        },
      ],
    });
  });

  it("names the payer's bank where its BIC is known", () => {
    const payer = { ...order.payer, bic: "BYLADEM1001" };
    expect(readSepaFile(sepaFile({ ...order, payer })).payerBank).toBe("BYLADEM1001");
  });

  it("has a thousand payments whose sum is exact", () => {
    const payments = Array.from({ length: 1000 }, (_, index) => ({
      ...payment,
      reference: `pit_${String(index).padStart(26, "0")}`,
      amountMinor: 99_999_999_999n,
    }));
    const read = readSepaFile(sepaFile({ ...order, payments }));
    expect(read.sums).toEqual(["999999999990.00", "999999999990.00"]);
    expect(new Set(read.transfers.map(({ id }) => id)).size).toBe(1000);
  });

  it("cuts a name to 70 characters and drops none of its entities", () => {
    const payments = [{ ...payment, account: { ...account, holder: `${"'".repeat(80)}a` } }];
    expect(() => sepaFile({ ...order, payments })).toThrow(SepaFileError);
    const long = [{ ...payment, account: { ...account, holder: `Ann ${"'".repeat(80)}` } }];
    expect(readSepaFile(sepaFile({ ...order, payments: long })).transfers[0]?.name).toBe(
      `Ann ${"'".repeat(66)}`,
    );
  });
});

describe("a payment that SEPA cannot make", () => {
  const at = (changed: Partial<typeof account>): BankPayment => ({
    ...payment,
    account: { ...account, ...changed },
  });
  it.each<[string, BankPayment, RegExp]>([
    ["in another currency", { ...payment, currency: "USD" }, /^currency$/],
    ["to an IBAN outside SEPA", at({ iban: "TR330006100519786457841326" }), /^outside$/],
    ["to an American account", { ...payment, account: american }, /^outside$/],
    ["with wrong check digits", at({ iban: "NL92ABNA0417164300" }), /^iban$/],
    ["with a BIC of seven characters", at({ bic: "COBADEF" }), /^bic$/],
    ["to a name without a letter of SEPA", at({ holder: "中文" }), /^holder$/],
    ["of nothing", { ...payment, amountMinor: 0n }, /amount/],
    ["of a billion euros", { ...payment, amountMinor: 100_000_000_000n }, /amount/],
  ])("%s is named and never written", (_, wrong, said) => {
    expect(whyNotSepa(wrong)).toMatch(said);
    expect(() => sepaFile({ ...order, payments: [payment, wrong] })).toThrow(SepaFileError);
  });

  it("keeps accounts out of the error's text", () => {
    const wrong = at({ iban: "NL92ABNA0417164300" });
    expect(() => sepaFile({ ...order, payments: [wrong] })).toThrow(/^(?!.*NL92)/);
  });
});

describe("an order that a bank would reject", () => {
  it.each<[string, Partial<SepaOrder>]>([
    ["without payments", { payments: [] }],
    ["with one reference twice", { payments: [payment, payment] }],
    ["with a reference of 36 characters", { payments: [{ ...payment, reference: "a".repeat(36) }] }],
    ["with an underscore left in a reference", { payments: [{ ...payment, reference: "pit_a_b" }] }],
    ["with markup in its id", { fileId: "<a/>" }],
    ["from an invalid IBAN", { payer: { ...order.payer, iban: "DE03120300000000202051" } }],
    ["from an account outside SEPA", { payer: { ...order.payer, iban: "TR330006100519786457841326" } }],
    ["from nobody", { payer: { ...order.payer, name: "…" } }],
    ["without a day", { executionDay: "" }],
  ])("%s is not written", (_, change) => {
    expect(() => sepaFile({ ...order, ...change })).toThrow(SepaFileError);
  });
});
