import { SaxesParser } from "saxes";
import type { XmlNode } from "#app/domain/statements/standard-statement.ts";

/** A file that is no XML, or larger or deeper than a statement ever is. Its message is for the merchant. */
export class XmlFileError extends Error {
  override name = "XmlFileError";
}

const deepest = 40;
const longestText = 10_000;
/** So that a file that has to be refused is refused before all of it was looked at. */
const pieceLength = 64 * 1024;

/**
 * Reads an XML file element by element. `taken` gets each element as it closes, with the names of those around it, and
 * says whether it is done with: it is then not kept below its parent.
 * @throws XmlFileError for a DOCTYPE or processing instruction, which are the ways to entities and other files, and
 * for a file that is cut off, too deep, or not XML.
 */
export function readXml(text: string, taken: (node: XmlNode, parents: readonly string[]) => boolean): void {
  const parser = new SaxesParser();
  const open: (XmlNode & { text: string; children: XmlNode[] })[] = [];
  const parents: string[] = [];
  parser.on("error", () => {
    throw new XmlFileError("This file is damaged or incomplete. Export it from your bank again.");
  });
  parser.on("doctype", () => {
    throw new XmlFileError("This file has a document type, which bank statements don't have.");
  });
  parser.on("processinginstruction", () => {
    throw new XmlFileError("This file has a processing instruction, which bank statements don't have.");
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (open.length === deepest) throw new XmlFileError("This file is nested too deep for a bank statement.");
    const parent = open.at(-1);
    if (parent) parents.push(parent.name);
    open.push({ name: localName(name), currency: attributes["Ccy"] ?? "", text: "", children: [] });
  });
  const addText = (piece: string) => {
    const node = open.at(-1);
    if (!node) return;
    node.text += piece;
    if (node.text.length > longestText) {
      throw new XmlFileError("This file has a text that is too long for a bank statement.");
    }
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    const node = open.pop();
    if (node && !taken(node, parents)) open.at(-1)?.children.push(node);
    parents.pop();
  });
  for (let at = 0; at < text.length; at += pieceLength) parser.write(text.slice(at, at + pieceLength));
  parser.close();
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);
