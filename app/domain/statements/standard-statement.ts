import type { ReadRow } from "./reading.ts";

/** An element of a bank's XML statement, by its name without prefix. */
export type XmlNode = {
  readonly name: string;
  /** Its attribute `Ccy`. '' for none. */
  readonly currency: string;
  readonly text: string;
  readonly children: readonly XmlNode[];
};

/** The elements at a path of names below this one. */
export function nodesAt(node: XmlNode, path: string): XmlNode[] {
  let found = [node];
  for (const name of path.split("/")) {
    found = found.flatMap(({ children }) => children.filter((one) => one.name === name));
  }
  return found;
}

/** The first element at a path, or null. */
export function nodeAt(node: XmlNode, path: string): XmlNode | null {
  return nodesAt(node, path)[0] ?? null;
}

/** The first text at one of these paths. '' for none. */
export function textAt(node: XmlNode, ...paths: readonly string[]): string {
  for (const path of paths) {
    const text = nodeAt(node, path)?.text.trim() ?? "";
    if (text !== "") return text;
  }
  return "";
}

export type StandardFormat = "camt.052" | "camt.053" | "camt.054" | "ofx";

/** A statement in a format that names each value, so that no question about columns is needed. */
export type StandardStatement = {
  readonly format: StandardFormat;
  readonly rows: readonly ReadRow[];
};
