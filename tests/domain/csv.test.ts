import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { csvLine } from "#app/domain/csv.ts";
import { fc } from "../support/properties.ts";

const cellsOf = (line: string) => parse(line, { bom: false, relax_column_count: true })[0] as string[];

it.each([
  "=1+1",
  "+1+1",
  "-1+1",
  "@SUM(A1)",
  "\t=1+1",
  "\r=1+1",
  "\n=1+1",
  '=HYPERLINK("http://x")',
  "-1,5+A1",
])("a cell that a spreadsheet would run is text: %j", (cell) => {
  expect(csvLine([cell])).toMatch(/^"'/);
  expect(cellsOf(csvLine([cell, "b"]))).toEqual([`'${cell}`, "b"]);
});

it.each(["-12.50", "-7", "12.50", "Ada", "", "a=b"])("what is none stays as it is: %j", (cell) => {
  expect(cellsOf(csvLine([cell]))).toEqual([cell]);
});

it("whatever is in cells, none begins as a formula, and no cell becomes two or a line of its own", () => {
  const cell = fc.oneof(fc.string(), fc.stringMatching(/^[=+@\-\t\r\n",;'].*$/));
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
      const read = cellsOf(csvLine(cells));
      expect(read.map((one, index) => (one === cells[index] ? one : one.slice(1)))).toEqual(cells);
      expect(read.filter((one) => /^[=+@\t\r\n]|^-(?!\d+(\.\d+)?$)/.test(one))).toEqual([]);
    }),
  );
});
