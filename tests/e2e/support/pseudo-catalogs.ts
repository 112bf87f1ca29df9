import ts from "typescript";
import type { Plugin } from "vite";
import { pseudo } from "../../support/pseudo.ts";

const catalogs = /\/app\/i18n\/(?:en\/.*|merchant-templates)\.ts$/;

/** Builds the app with its English catalogs in the pseudo language. */
export function pseudoCatalogs(): Plugin {
  return {
    name: "pseudo-catalogs",
    enforce: "pre",
    transform: (code, id) => (catalogs.test(id) ? { code: inPseudo(code), map: null } : null),
  };
}

/** A catalog's source with its messages changed: the texts that are values of properties. */
function inPseudo(code: string): string {
  const file = ts.createSourceFile("catalog.ts", code, ts.ScriptTarget.Latest, true);
  const found: ts.StringLiteralLike[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer)) {
      found.push(node.initializer);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found.reduceRight(
    (text, node) =>
      text.slice(0, node.getStart()) + JSON.stringify(pseudo(node.text)) + text.slice(node.getEnd()),
    code,
  );
}
