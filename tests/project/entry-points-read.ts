import { posix } from "node:path";
import ts from "typescript";

/** Files by their path from the root of the project. */
export type Sources = ReadonlyMap<string, ts.SourceFile>;

const entryPoint = /^app\/(routes|api|http)\//;
const database = "app/platform/db.server.ts";
/** All that an entry point takes from the database's file. The rest opens transactions. */
const readers: ReadonlySet<string> = new Set(["db", "poolFigures"]);

const writingMethods: ReadonlySet<string> = new Set(["insert", "update", "delete", "for"]);
const writingSql =
  /\b(insert\s+into|update\s+\S+\s+((as\s+)?\w+\s+)?set|delete\s+from|truncate|for\s+(no\s+key\s+)?update|for\s+(key\s+)?share|pg_advisory\w*|pg_notify)\b/i;

/** Ways in which entry points could change or lock data themselves, as "file: name". */
export function findWritesOfEntryPoints(sources: Sources): string[] {
  return [...sources]
    .filter(([path]) => entryPoint.test(path))
    .flatMap(([path, file]) => {
      const imports = importsOf(path, file).filter(({ name, from }) => {
        if (from === database) return !readers.has(name);
        if (!from.startsWith("app/store/")) return false;
        return from.startsWith("app/store/schema/") || writes(sources, { name, from });
      });
      const names = imports.map(({ name }) => name);
      return (callsDatabase(file) ? [...names, "db()"] : names).map((name) => `${path}: ${name}`);
    });
}

type Imported = { readonly name: string; readonly from: string; readonly local: string };

/** Values that a file imports from the app. Types are left out, because they run nothing. */
function importsOf(path: string, file: ts.SourceFile): Imported[] {
  return file.statements.filter(ts.isImportDeclaration).flatMap(({ importClause, moduleSpecifier }) => {
    if (!importClause || importClause.isTypeOnly || !ts.isStringLiteral(moduleSpecifier)) return [];
    const { text } = moduleSpecifier;
    const from = text.startsWith(".") ? posix.join(posix.dirname(path), text) : text.replace(/^#/, "");
    const named = importClause.namedBindings;
    if (!named) return [];
    if (ts.isNamespaceImport(named)) return [{ name: "*", from, local: named.name.text }];
    return named.elements
      .filter((one) => !one.isTypeOnly)
      .map((one) => ({ name: (one.propertyName ?? one.name).text, from, local: one.name.text }));
  });
}

/** True if the declaration, or one that it uses in its file or in another of the store, changes or locks rows. */
function writes(
  sources: Sources,
  { name, from }: Pick<Imported, "name" | "from">,
  seen = new Set<string>(),
): boolean {
  const key = `${from} ${name}`;
  if (seen.has(key)) return false;
  seen.add(key);
  const file = sources.get(from);
  const declared = file ? declarationsOf(file) : new Map<string, ts.Node>();
  const declaration = declared.get(name);
  // An import that cannot be followed counts as a write, so that none escapes the check.
  if (!file || !declaration) return true;
  const imports = importsOf(from, file).filter((one) => one.from.startsWith("app/store/"));
  return someNode(declaration, (node) => {
    if (isWrite(node)) return true;
    if (!ts.isIdentifier(node)) return false;
    if (declared.has(node.text)) return writes(sources, { name: node.text, from }, seen);
    const imported = imports.find((one) => one.local === node.text);
    return (
      imported !== undefined &&
      !imported.from.startsWith("app/store/schema/") &&
      writes(sources, imported, seen)
    );
  });
}

function declarationsOf(file: ts.SourceFile): Map<string, ts.Node> {
  const declared = new Map<string, ts.Node>();
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) declared.set(statement.name.text, statement);
    if (!ts.isVariableStatement(statement)) continue;
    for (const one of statement.declarationList.declarations) {
      if (ts.isIdentifier(one.name)) declared.set(one.name.text, one);
    }
  }
  return declared;
}

function isWrite(node: ts.Node): boolean {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    return writingMethods.has(node.expression.name.text);
  }
  return (ts.isStringLiteral(node) || ts.isTemplateLiteral(node)) && writingSql.test(node.getText());
}

/** True if a file asks the database itself instead of handing `db()` to a query. */
function callsDatabase(file: ts.SourceFile): boolean {
  return someNode(
    file,
    (node) =>
      ts.isPropertyAccessExpression(node) &&
      ts.isCallExpression(node.expression) &&
      node.expression.expression.getText() === "db",
  );
}

function someNode(node: ts.Node, test: (node: ts.Node) => boolean): boolean {
  return test(node) || (ts.forEachChild(node, (child) => someNode(child, test) || undefined) ?? false);
}
