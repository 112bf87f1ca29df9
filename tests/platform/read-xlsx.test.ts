import { describe, expect, it } from "vitest";
import { readXlsx, XlsxError } from "#app/platform/read-xlsx.server.ts";
import { type Part, zip } from "../support/workbook.ts";

const ns = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://r"';

const text = (name: string, xml: string): Part => ({ name, content: Buffer.from(xml) });

function workbook(
  cells: string,
  more: { strings?: string; styles?: string; settings?: string } = {},
): Buffer {
  return zip([
    text(
      "xl/workbook.xml",
      `<workbook ${ns}>${more.settings ?? ""}<sheets><sheet name="A" sheetId="1" r:id="rId3"/></sheets></workbook>`,
    ),
    text(
      "xl/_rels/workbook.xml.rels",
      '<Relationships><Relationship Id="rId3" Target="worksheets/sheet7.xml"/></Relationships>',
    ),
    text("xl/sharedStrings.xml", `<sst ${ns}>${more.strings ?? ""}</sst>`),
    text(
      "xl/styles.xml",
      more.styles ??
        `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts>
        <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
        <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="4"/></cellXfs></styleSheet>`,
    ),
    text("xl/worksheets/sheet7.xml", `<worksheet ${ns}><sheetData>${cells}</sheetData></worksheet>`),
  ]);
}

describe("workbooks", () => {
  it("reads texts, numbers, dates, formulas' values and empty cells by their addresses", () => {
    const strings =
      "<si><t> order_name</t></si><si><r><t>Zoë </t></r><r><t>李</t></r><rPh><t>x</t></rPh></si>";
    const row = `<row r="2"><c r="A2" t="s"><v>1</v></c><c r="C2" s="1"><v>45992</v></c><c r="D2" s="2"><v>45992.5</v></c>
      <c r="E2" s="3"><v>12.099999999999999998</v></c><c r="F2" t="str"><f>1+1</f><v>two</v></c>
      <c r="G2" t="inlineStr"><is><t>in &amp; line</t></is></c><c r="H2" t="e"><v>#N/A</v></c><c r="I2" t="b"><v>1</v></c></row>`;
    const head = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>';
    expect(readXlsx(workbook(head + row, { strings }), 10)).toEqual([
      { number: 1, cells: [" order_name"] },
      {
        number: 2,
        cells: ["Zoë 李", "", "2025-12-01", "2025-12-01 12:00:00", "12.1", "two", "in & line", "", "true"],
      },
    ]);
  });

  it("reads percentages as they are shown", () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="171" formatCode="0.0%"/></numFmts>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="171"/></cellXfs></styleSheet>`;
    const row =
      '<row r="1"><c r="A1"><v>0.07</v></c><c r="B1" s="1"><v>0.07</v></c><c r="C1" s="2"><v>0.125</v></c></row>';
    expect(readXlsx(workbook(row, { styles }), 10)).toEqual([{ number: 1, cells: ["0.07", "7%", "12.5%"] }]);
  });

  it("counts days from 1904 if the workbook says so", () => {
    const row = '<row r="1"><c r="A1" s="1"><v>44621</v></c></row>';
    expect(readXlsx(workbook(row), 10)).toEqual([{ number: 1, cells: ["2022-03-01"] }]);
    const settings = '<workbookPr date1904="1"/>';
    expect(readXlsx(workbook(row, { settings }), 10)).toEqual([{ number: 1, cells: ["2026-03-02"] }]);
  });

  it("keeps the numbers of rows, and stops after as many as are asked for", () => {
    const rows = [1, 5, 9].map((row) => `<row r="${row}"><c r="A${row}"><v>${row}</v></c></row>`).join("");
    expect(readXlsx(workbook(rows), 2)).toEqual([
      { number: 1, cells: ["1"] },
      { number: 5, cells: ["5"] },
    ]);
  });

  it("refuses a file that unpacks to too much, whatever size it states", () => {
    const bomb = zip([{ name: "xl/workbook.xml", content: Buffer.alloc(201_000_000, 32), stated: 10 }]);
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(() => readXlsx(bomb, 10)).toThrow(XlsxError);
  });

  it("refuses entities, damaged files, and files that were cut off", () => {
    const evil = zip([
      {
        name: "xl/workbook.xml",
        content: Buffer.from('<!DOCTYPE a [<!ENTITY x "y">]><workbook>&x;</workbook>'),
      },
    ]);
    expect(() => readXlsx(evil, 10)).toThrow(XlsxError);
    const whole = workbook('<row r="1"><c r="A1"><v>1</v></c></row>');
    for (let length = 0; length < whole.length; length += 7) {
      expect(() => readXlsx(whole.subarray(0, length), 10)).toThrow(XlsxError);
    }
    expect(() => readXlsx(Buffer.from("PK not a zip"), 10)).toThrow(XlsxError);
  });
});
