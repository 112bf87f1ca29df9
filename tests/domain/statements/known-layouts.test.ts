import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { allLayouts } from "#app/domain/statements/layouts/all-layouts.ts";
import type { StatementLayout } from "#app/domain/statements/reading.ts";
import { bankSamples } from "../../support/bank-samples/all-samples.ts";
import { bytesOfSample, rowsOfSample } from "../../support/bank-samples/bank-sample.ts";
import { readStatementText } from "../../support/read-statement-text.ts";

const magnitude = (minor: bigint) => (minor < 0n ? -minor : minor);

type LayoutModule = Readonly<Record<string, readonly StatementLayout[]>>;

describe("a statement of a known layout", () => {
  it.each(bankSamples.map((sample) => [sample.title ?? sample.layout, sample] as const))(
    "is read without a question or an unclear row: %s",
    (_title, sample) => {
      const { asksCurrency = false, layout, feeIs } = sample;
      const answers = asksCurrency ? { currency: "EUR" } : {};
      const { rows, detection, asked } = readStatementText(bytesOfSample(sample), answers);
      expect({ layout: detection.layout, asked }).toEqual({
        layout,
        asked: asksCurrency ? ["currency"] : [],
      });
      expect(rows.map(({ day, outcome, amountMinor }) => [day, outcome, amountMinor])).toEqual(
        rowsOfSample(sample).map(({ day, kind, minor, feeMinor = 0n }) => [
          day,
          kind,
          feeIs === "included" ? magnitude(minor) - feeMinor : magnitude(minor),
        ]),
      );
    },
  );

  it("has a sample for each layout, and each layout is listed", async () => {
    const files = readdirSync("app/domain/statements/layouts").filter((name) => name !== "all-layouts.ts");
    const lists = await Promise.all(
      files.map((file): Promise<LayoutModule> => import(`../../../app/domain/statements/layouts/${file}`)),
    );
    expect(new Set(allLayouts)).toEqual(new Set(lists.flatMap((list) => Object.values(list).flat())));
    const sampled = new Set(bankSamples.map(({ layout }) => layout));
    const without = allLayouts.map(({ name }) => name).filter((name) => !sampled.has(name));
    expect(without).toEqual(["PayPal (payouts)"]);
  });

  it("reads the parts of a collective booking that add up to it", () => {
    const [first, second] = ["56", "57"].map((end) => `pit_01kng1dk00yx8csgw6cbxjsy${end}`);
    const file = (part: string) =>
      [
        "Datum;Buchungstext;Whg;Betrag Detail;ZKB-Referenz;Referenznummer;Belastung CHF;Gutschrift CHF;Valuta;Saldo CHF;Zahlungszweck;Details",
        "16.03.2026;Belastungen eBanking (2);;;Z1;;30.00;;16.03.2026;970.00;;",
        `;Ann;CHF;10.00;;;;;;;${first};`,
        `;Ben;CHF;${part};;;;;;;${second};`,
        "15.03.2026;Gutschrift;;;Z2;;;50.00;15.03.2026;1000.00;Order;",
      ].join("\n");
    const read = (part: string) =>
      readStatementText(file(part)).rows.map((row) => [row.number, row.day, row.outcome, row.amountMinor]);
    expect(read("20.00")).toEqual([
      [3, "2026-03-16", "paid", 1000n],
      [4, "2026-03-16", "paid", 2000n],
      [5, "2026-03-15", "incoming", 5000n],
    ]);
    expect(read("21.00").map(([number, , outcome]) => [number, outcome])).toEqual([
      [2, "other"],
      [3, "unclear"],
      [4, "unclear"],
      [5, "incoming"],
    ]);
  });

  it("reads PayPal's list of payouts, in which money out has no minus", () => {
    const id = "pit_01kng1dk00yx8csgw6cbxjsy56";
    const { rows, asked } = readStatementText(
      [
        "Payout item id,Sender item id,Transaction ID,Transaction status,Payout amount,Payout currency,Payout fee,Time processed",
        `I1,${id},T1,SUCCESS,12.50,USD,0.25,2026-03-16T10:00:00Z`,
        `I2,${id.replace(/56$/, "57")},T2,UNCLAIMED,3.00,USD,0.25,2026-03-16T10:00:00Z`,
      ].join("\n"),
    );
    expect(asked).toEqual([]);
    expect(rows.map(({ outcome, feeMinor }) => [outcome, feeMinor])).toEqual([
      ["paid", 25n],
      ["on_its_way", 25n],
    ]);
  });
});
