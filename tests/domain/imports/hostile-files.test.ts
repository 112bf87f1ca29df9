import { expect, it } from "vitest";
import { personRows } from "#app/domain/imports/import-rows.ts";
import type { ImportReading } from "#app/domain/imports/import-reading.ts";
import { noClaims, planPeople } from "#app/domain/imports/plan-people.ts";
import { rowSampler } from "#app/domain/imports/sample-rows.ts";

const reading: ImportReading = {
  system: "other",
  kind: "affiliates",
  columns: ["email", "tags", "link", "discountCodes"],
  dates: "ymd",
  amounts: "point",
  currency: null,
  words: {},
  releaseOn: null,
  programId: "",
  programs: {},
};

const none = new Map();
const nobody = {
  byEmail: none,
  referralOwners: none,
  byExternalId: none,
  linkOwners: none,
  codeOwners: none,
  programs: none,
  usualProgram: null,
  currency: "USD",
};

const many = (name: string) => Array.from({ length: 3000 }, (_, at) => `${name}${at}`);

it("takes no more parts of a person than they may have, and says so", () => {
  const [of, few] = [many("t"), ["a", "A", "b"]];
  const rows = personRows(
    [
      {
        number: 2,
        cells: ["a@x.example", of.join(","), `/?${many("p").join("=1&")}=1`, many("c").join(",")],
      },
      { number: 3, cells: ["b@x.example", few.join(","), "/?aff=b&aff=b", "ONLY"] },
    ],
    reading,
  );
  expect(
    rows.map(({ tags, links, discountCodes }) => [tags.length, links.length, discountCodes.length]),
  ).toEqual([
    [20, 50, 50],
    [2, 1, 1],
  ]);
  const plans = planPeople(rows, nobody, { claims: noClaims() });
  expect(plans.map(({ notes }) => notes)).toEqual([["parts_left_out"], []]);
});

it("reads an address in time, whatever its cell contains", () => {
  const cell = `a${" ".repeat(9_990)}b`;
  const lines = Array.from({ length: 500 }, (_, at) => ({ number: at + 2, cells: [cell] }));
  const before = performance.now();
  personRows(lines, { ...reading, columns: ["email"] });
  // With a search from every space, this takes 20 seconds.
  expect(performance.now() - before).toBeLessThan(2000);
});

it("keeps a sample of limited size, however unlike the rows are", () => {
  const { add, lines } = rowSampler();
  const long = "x".repeat(9_000);
  for (let row = 2; row < 3000; row += 1) {
    const cells = Array.from({ length: 20 }, (_, at) => (at === row % 20 ? `${"-".repeat(row / 20)}1` : "a"));
    add({ number: row, cells: [...cells, long, long] });
  }
  expect(lines.length).toBeLessThan(600);
});
