import { deflateRawSync } from "node:zlib";

export type Part = { readonly name: string; readonly content: Buffer; readonly stated?: number };

/** A ZIP of these parts. Checksums are left out, because the reader relies on the limits alone. */
export function zip(parts: readonly Part[]): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, content, stated = content.length } of parts) {
    const packed = deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(stated, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    const whole = Buffer.concat([local, Buffer.from(name), packed]);
    locals.push(whole);
    entries.push(Buffer.concat([entry, Buffer.from(name)]));
    offset += whole.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const text = (name: string, xml: string): Part => ({ name, content: Buffer.from(xml) });

/** A workbook with one sheet of these texts. */
export function workbookOf(rows: readonly (readonly string[])[]): Buffer {
  const lines = rows.map((cells) => {
    const written = cells.map((cell) => `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`);
    return `<row>${written.join("")}</row>`;
  });
  const ns = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://r"';
  return zip([
    text(
      "xl/workbook.xml",
      `<workbook ${ns}><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    text(
      "xl/_rels/workbook.xml.rels",
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    text("xl/worksheets/sheet1.xml", `<worksheet ${ns}><sheetData>${lines.join("")}</sheetData></worksheet>`),
  ]);
}
