import { describe, expect, it } from "vitest";
import { paymentReference } from "#app/domain/payouts/bank-file.ts";
import {
  isSepaIban,
  maskedIban,
  sepaText,
  targetDayAfter,
  whyNotExecutionDay,
} from "#app/domain/payouts/sepa.ts";

describe("SEPA text", () => {
  it.each([
    ["Jörg Müller-Lüdenscheidt", "Joerg Mueller-Luedenscheidt"],
    ["Äpfel & Söhne_Groß", "Aepfel + Soehne-Gross"],
    ["Renée L’Été", "Renee L'Ete"],
    ["Łukasz Żółć", "Lukasz Zolc"],
    ["Σωκράτης Ωμέγα", "Sokratis Omega"],
    ["Щерева Жана", "Shtereva Zhana"],
    ["Zoë 🎉 <Park>", "Zoe Park"],
    ["A\u0000B\tC\u00A0D", "AB C D"],
    ["ﬁne № 5", "fine No 5"],
    ["中文", ""],
  ])("writes %s as %s", (text, written) => {
    expect(sepaText(text)).toBe(written);
  });

  it("writes a reference without the underscore", () => {
    expect(paymentReference("pit_01k5zq3w8r4t6y7v9x2b1c0d3e")).toBe("pit01k5zq3w8r4t6y7v9x2b1c0d3e");
  });
});

describe("SEPA accounts", () => {
  it.each(["DE", "CH", "GB", "MC", "SM", "GI", "AL", "RS", "IS"])("reaches %s", (country) => {
    expect(isSepaIban(`${country}0000`)).toBe(true);
  });

  it.each(["TR", "SA", "UA", "BA", "XK", "FO", "GL", ""])("does not reach '%s'", (country) => {
    expect(isSepaIban(`${country}0000`)).toBe(false);
  });

  it("shows the last four characters of an IBAN", () => {
    expect(maskedIban("DE02120300000000202051")).toBe("DE…2051");
  });
});

describe("the execution day", () => {
  it.each([
    ["2026-03-16", "2026-03-17"],
    ["2026-03-20", "2026-03-23"],
    // Good Friday is April 3 and Easter Monday April 6 in 2026.
    ["2026-04-02", "2026-04-07"],
    ["2026-04-30", "2026-05-04"],
    ["2026-12-24", "2026-12-28"],
    ["2026-12-31", "2027-01-04"],
    ["2028-04-13", "2028-04-18"],
  ])("after %s is %s", (day, next) => {
    expect(targetDayAfter(day)).toBe(next);
  });

  it.each([
    ["2026-03-15", "past"],
    ["2026-03-16", null],
    ["2026-03-21", "closed"],
    ["2026-04-03", "closed"],
    ["2026-04-15", null],
    ["2026-04-16", "far"],
  ])("is chosen on March 16, 2026 as %s: %s", (day, fault) => {
    expect(whyNotExecutionDay(day, "2026-03-16")).toBe(fault);
  });
});
