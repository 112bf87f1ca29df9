import { globSync, readFileSync } from "node:fs";
import ts from "typescript";

/** A GraphQL document as the source holds it. `text` still has `${NAME}` where it embeds another document. */
export type Found = { file: string; line: number; name: string | undefined; text: string };

const mark = /^\s*#graphql\b/;
const looksLikeGraphql = /^\s*(query|mutation|subscription|fragment)\s+\w+[^{}]*\{/;

/** The documents of the whole app. */
export function findDocuments(): { marked: Found[]; unmarked: Found[] } {
  const found = globSync("app/**/*.{ts,tsx}")
    .filter((file) => !file.endsWith(".generated.ts"))
    .toSorted()
    .map((file) => documentsIn(file));
  return {
    marked: found.flatMap((each) => each.marked),
    unmarked: found.flatMap((each) => each.unmarked),
  };
}

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

const embedded = /\$\{([^}]*)\}/g;

/** The document alone, without those that it embeds. */
export function withoutEmbedded({ text }: Found): string {
  return text.replaceAll(embedded, "");
}

/** The document as the running app has it: every `${NAME}` replaced in place. */
export function embed(document: Found, all: readonly Found[]): string {
  return document.text.replaceAll(embedded, (_whole, name: string) => embed(findNamed(name, all), all));
}

function findNamed(expression: string, all: readonly Found[]): Found {
  const name = expression.trim();
  const found = all.find((each) => each.name === name);
  if (!found) throw new Error(`embeds \${${name}}, which is not a constant marked #graphql`);
  return found;
}

/**
 * The document with every `${NAME}` replaced by the document of that name, each once.
 * Throws when something else is interpolated: a document put together at run time cannot be checked.
 */
export function expand(document: Found, all: readonly Found[], used = new Set<string>()): string {
  const parts: string[] = [];
  const own = document.text.replaceAll(embedded, (_whole, expression: string) => {
    const found = findNamed(expression, all);
    if (!used.has(expression.trim())) {
      used.add(expression.trim());
      parts.push(expand(found, all, used));
    }
    return "";
  });
  return [own, ...parts].join("\n");
}
