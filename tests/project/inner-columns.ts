import ts from "typescript";

/*
 * A select of one table prints the columns of its fields without their table's name. In a fragment that has a select of
 * its own, such a column is the inner table's where that has one of the same name: `c.shop_id = "shop_id"` holds for
 * every row, those of other shops too. Nothing fails, the figure is only wrong, so that the sources are asked.
 */

const selecting = new Set(["select", "selectDistinct", "selectDistinctOn", "returning"]);
const joining = /^(?:left|right|inner|full|cross)Join/;

type Asked = { readonly checker: ts.TypeChecker; readonly seen: Set<ts.Node>; readonly found: string[] };

/** Columns that stand alone inside a select of their own, as `file:line column`. */
export function innerColumns(program: ts.Program, files: readonly string[]): string[] {
  const found: string[] = [];
  const checker = program.getTypeChecker();
  const visit = (node: ts.Node): void => {
    if (isSelectOfOneTable(node)) {
      const asked: Asked = { checker, seen: new Set(), found };
      for (const argument of node.arguments) askFields(argument, asked);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (!source) throw new Error(`${file} is not among the sources.`);
    visit(source);
  }
  return [...new Set(found)];
}

function isSelectOfOneTable(node: ts.Node): node is ts.CallExpression {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  return selecting.has(node.expression.name.text) && !isJoined(node);
}

/** True if a join follows in the chain of calls. */
function isJoined(call: ts.CallExpression): boolean {
  const { parent } = call;
  if (!ts.isPropertyAccessExpression(parent) || parent.expression !== call) return false;
  if (joining.test(parent.name.text)) return true;
  return ts.isCallExpression(parent.parent) && isJoined(parent.parent);
}

/**
 * Walks the fields of a select: objects, nested objects, fragments, names that stand for them, and functions that
 * return them.
 */
function askFields(node: ts.Node | undefined, asked: Asked): void {
  if (!node || asked.seen.has(node)) return;
  asked.seen.add(node);
  if (ts.isTaggedTemplateExpression(node)) {
    if (node.tag.getText() === "sql") tellColumns(node, asked);
  } else if (ts.isIdentifier(node)) {
    askFields(meantBy(asked.checker.getSymbolAtLocation(node), asked.checker), asked);
  } else if (ts.isShorthandPropertyAssignment(node)) {
    askFields(meantBy(asked.checker.getShorthandAssignmentValueSymbol(node), asked.checker), asked);
  } else if (ts.isPropertyAccessExpression(node)) {
    askFields(meantBy(asked.checker.getSymbolAtLocation(node.name), asked.checker), asked);
  } else if (ts.isCallExpression(node)) {
    askCall(node, asked);
  } else if (ts.isFunctionLike(node)) {
    for (const returned of returnedBy(node)) askFields(returned, asked);
  } else {
    ts.forEachChild(node, (child) => askFields(child, asked));
  }
}

/** `sql(…).as("name")` is its fragment, and a function of ours what it returns. */
function askCall(node: ts.CallExpression, asked: Asked): void {
  if (ts.isPropertyAccessExpression(node.expression)) askFields(node.expression.expression, asked);
  askFields(node.expression, asked);
}

/** Initializer of one of our own names. Names of libraries are not followed. */
function meantBy(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): ts.Node | undefined {
  if (!symbol) return undefined;
  const meant = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declared = meant.valueDeclaration;
  if (!declared || declared.getSourceFile().isDeclarationFile) return undefined;
  if (ts.isVariableDeclaration(declared) || ts.isPropertyAssignment(declared)) return declared.initializer;
  return ts.isFunctionDeclaration(declared) ? declared : undefined;
}

function returnedBy(made: ts.SignatureDeclaration): ts.Expression[] {
  const body = "body" in made ? made.body : undefined;
  if (!body) return [];
  if (!ts.isBlock(body)) return [body];
  const returned: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) returned.push(node.expression);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  visit(body);
  return returned;
}

function tellColumns(node: ts.TaggedTemplateExpression, { checker, found }: Asked): void {
  if (!ts.isTemplateExpression(node.template)) return;
  let before = node.template.head.text;
  for (const { expression, literal } of node.template.templateSpans) {
    if (isInsideSelect(before) && isColumn(expression, checker)) {
      const source = expression.getSourceFile();
      const { line } = source.getLineAndCharacterOfPosition(expression.getStart());
      found.push(`${source.fileName}:${line + 1} ${expression.getText()}`);
    }
    before += `?${literal.text}`;
  }
}

/** True if a bracket that opened a select is still open at the end of this text. */
function isInsideSelect(text: string): boolean {
  const open: boolean[] = [];
  for (const [bracket, selects] of text.matchAll(/\)|\(\s*(select\b)?/gi)) {
    if (bracket === ")") open.pop();
    else open.push(selects !== undefined);
  }
  return open.includes(true);
}

const isColumn = (node: ts.Expression, checker: ts.TypeChecker): boolean =>
  checker.getTypeAtLocation(node).getSymbol()?.name.endsWith("Column") ?? false;
