import { readFileSync } from "node:fs";
import ts from "typescript";

/**
 * Uses of `Date` in a file that read the clock, or hide that they do: anything but `Date.UTC`, `Date.parse`,
 * `new Date(value)`, `instanceof Date`, types and names of properties. One line per use.
 */
export function clockReads(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isDateValue(node) && !isPure(node)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      found.push(`${file}:${line} ${node.parent.getText(source)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isDateValue(node: ts.Node): node is ts.Identifier {
  return ts.isIdentifier(node) && node.text === "Date" && !ts.isTypeReferenceNode(node.parent);
}

function isPure(date: ts.Identifier): boolean {
  const { parent } = date;
  if (ts.isPropertyAssignment(parent)) return parent.name === date;
  if (ts.isPropertyAccessExpression(parent)) {
    return parent.expression === date && ["UTC", "parse"].includes(parent.name.text);
  }
  if (ts.isNewExpression(parent)) {
    // Several arguments would be read in the time zone of the machine.
    const [only, ...more] = parent.arguments ?? [];
    return parent.expression === date && only !== undefined && !ts.isSpreadElement(only) && more.length === 0;
  }
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword;
}
