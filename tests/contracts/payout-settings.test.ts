import { describe, expect, it } from "vitest";
import { payoutSettingsBody, payoutSettingsForm } from "#app/contracts/payout-settings.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { parse } from "#app/http/parse.ts";
import { messageOf } from "#app/i18n/fault-words.ts";

const form = { schedule: "manual", feeBearer: "shop", methods: "bank" };
const account = {
  bankName: " Example  GmbH ",
  bankIban: "de02 1203 0000 0000 2020 51",
  bankBic: "byladem1001",
};

function faultsOf(fields: Record<string, string>) {
  const read = parse(payoutSettingsForm, { ...form, ...fields });
  return isRefusal(read) ? read.errors.map(({ field, reason }) => [field, messageOf(reason)]) : undefined;
}

describe("the store's bank account in the payout settings", () => {
  it("is tidied", () => {
    expect(payoutSettingsForm.parse({ ...form, ...account }).bankAccount).toEqual({
      name: "Example GmbH",
      iban: "DE02120300000000202051",
      bic: "BYLADEM1001",
    });
  });

  it("keeps its IBAN where the field is empty, and is forgotten where all are", () => {
    expect(payoutSettingsForm.parse({ ...form, ...account, bankIban: "" }).bankAccount).toMatchObject({
      iban: null,
    });
    const empty = { bankName: "", bankIban: " ", bankBic: "" };
    expect(payoutSettingsForm.parse({ ...form, ...empty }).bankAccount).toBeNull();
    expect(payoutSettingsForm.parse(form).bankAccount).toBeUndefined();
  });

  it.each([
    [{ bankName: "" }, "bankAccount.name", "Enter the account holder's name."],
    [{ bankName: "中文" }, "bankAccount.name", "Use letters."],
    [{ bankName: "a".repeat(71) }, "bankAccount.name", "Use at most 70 characters."],
    [{ bankIban: "DE03120300000000202051" }, "bankAccount.iban", "This IBAN isn't valid. Check for typos."],
    [
      { bankIban: "TR330006100519786457841326" },
      "bankAccount.iban",
      "SEPA doesn't reach accounts in this country.",
    ],
    // The check digits of the IBAN are right; those of the Belgian account are not.
    [{ bankIban: "BE41539007547035" }, "bankAccount.iban", "This IBAN isn't valid. Check for typos."],
    [{ bankBic: "COBA" }, "bankAccount.bic", "A BIC has 8 or 11 letters and digits, like COBADEFF."],
  ])("refuses %o at its field", (change, field, message) => {
    expect(faultsOf({ ...account, ...change })).toEqual([[field, message]]);
  });

  it("is left as it is by a call without it", () => {
    const body = { schedule: "manual", sendsByItself: false, methods: ["bank"], feeBearer: "shop" };
    expect(payoutSettingsBody.parse(body).bankAccount).toBeUndefined();
    expect(payoutSettingsBody.parse({ ...body, bankAccount: null }).bankAccount).toBeNull();
  });
});
