import { readFileSync } from "node:fs";
import ts from "typescript";

/** Parts of a request's address that are the same in front of a proxy and behind it. */
const portable = new Set(["pathname", "search", "searchParams"]);

/**
 * Places in a file that take the app's address from the environment, or from a request: all uses of a request's
 * address but its path and query, and copies of the request. One line per place.
 */
export function addressReads(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found = new Set<string>();
  const report = (node: ts.Node): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    found.add(`${file}:${line} ${node.getText(source)}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === "SHOPIFY_APP_URL") report(node.parent);
    if (isRequestUrl(node, source) && !isCopy(node) && !isPortable(node, source)) report(node.parent);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found];
}

function isRequestUrl(node: ts.Node, source: ts.SourceFile): boolean {
  if (!ts.isPropertyAccessExpression(node) || node.name.text !== "url") return false;
  return /(?:^|\.)request$/.test(node.expression.getText(source));
}

/** `new Request(request.url, …)`, or Remix's own element. */
function isCopy({ parent }: ts.Node): boolean {
  if (ts.isNewExpression(parent)) return parent.expression.getText() === "Request";
  return ts.isJsxExpression(parent);
}

/** `new URL(request.url)` of which only portable parts are read. */
function isPortable(node: ts.Node, source: ts.SourceFile): boolean {
  const made = node.parent;
  if (!ts.isNewExpression(made) || made.expression.getText(source) !== "URL") return false;
  const { parent } = made;
  if (ts.isPropertyAccessExpression(parent)) return portable.has(parent.name.text);
  if (!ts.isVariableDeclaration(parent)) return false;
  if (ts.isObjectBindingPattern(parent.name)) {
    return parent.name.elements.every((one) => portable.has((one.propertyName ?? one.name).getText(source)));
  }
  return isReadPortably(parent.name.getText(source), parent, source);
}

/** Every use of the variable, within the function that declares it, reads a portable part. */
function isReadPortably(name: string, declaration: ts.Node, source: ts.SourceFile): boolean {
  let scope: ts.Node = declaration;
  while (!ts.isFunctionLike(scope) && !ts.isSourceFile(scope)) scope = scope.parent;
  const uses: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === name && node.parent !== declaration) uses.push(node);
    ts.forEachChild(node, visit);
  };
  visit(scope);
  return uses.every(({ parent }) => {
    if (!ts.isPropertyAccessExpression(parent)) return false;
    return parent.name.getText(source) === name || portable.has(parent.name.text);
  });
}
