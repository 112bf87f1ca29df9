import { readFileSync } from "node:fs";
import ts from "typescript";

/** A GraphQL document as the source holds it. `text` still has `${NAME}` where it embeds another document. */
export type Found = { file: string; line: number; name: string | undefined; text: string };

const mark = /^\s*#graphql\b/;
const looksLikeGraphql = /^\s*(query|mutation|subscription|fragment)\s+\w+[^{}]*\{/;

/** Finds the template strings of one file that start with `#graphql`, and those that look so but are unmarked. */
export function documentsIn(file: string): { marked: Found[]; unmarked: Found[] } {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const marked: Found[] = [];
  const unmarked: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = node.getText(source).slice(1, -1);
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      const found = { file, line, name: constantNameOf(node), text };
      if (mark.test(text)) marked.push(found);
      else if (looksLikeGraphql.test(text)) unmarked.push(found);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { marked, unmarked };
}

function constantNameOf(node: ts.Node): string | undefined {
  const parent = ts.isAsExpression(node.parent) ? node.parent.parent : node.parent;
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name.text : undefined;
}

/**
 * The document with every `${NAME}` replaced by the document of that name, each once.
 * Throws when something else is interpolated: a document put together at run time cannot be checked.
 */
export function expand(document: Found, all: Found[], used = new Set<string>()): string {
  const parts: string[] = [];
  const own = document.text.replaceAll(/\$\{([^}]*)\}/g, (_whole, expression: string) => {
    const name = expression.trim();
    const embedded = all.find((each) => each.name === name);
    if (!embedded) throw new Error(`embeds \${${name}}, which is not a constant marked #graphql`);
    if (!used.has(name)) {
      used.add(name);
      parts.push(expand(embedded, all, used));
    }
    return "";
  });
  return [own, ...parts].join("\n");
}
