import ts from "typescript";

/** A promise that is put into a variable and first used after another `await`: nothing handles its rejection meanwhile. */
export type LateAwait = { readonly name: string; readonly line: number };

const combinators = new Set(["all", "allSettled", "race", "any"]);

/** Names that only async functions of these sources have. */
export function asyncNamesIn(files: readonly ts.SourceFile[]): Set<string> {
  const asyncNames = new Set<string>();
  const otherNames = new Set<string>();
  const visit = (node: ts.Node): void => {
    const made = namedFunction(node);
    if (made) (made.isAsync ? asyncNames : otherNames).add(made.name);
    ts.forEachChild(node, visit);
  };
  files.forEach(visit);
  return new Set([...asyncNames].filter((name) => !otherNames.has(name)));
}

type NamedFunction = { readonly name: string; readonly isAsync: boolean };

function namedFunction(node: ts.Node): NamedFunction | null {
  if (ts.isFunctionDeclaration(node) && node.name) return { name: node.name.text, isAsync: isAsync(node) };
  if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || !node.initializer) return null;
  const { name, initializer } = node;
  const isFunction = ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer);
  return isFunction ? { name: name.text, isAsync: isAsync(initializer) } : null;
}

function isAsync(made: ts.FunctionLikeDeclaration): boolean {
  return made.modifiers?.some((one) => one.kind === ts.SyntaxKind.AsyncKeyword) ?? false;
}

/**
 * Recognizes promises by syntax: a variable that is awaited or given to `Promise.all` and its kin, or a call of a function
 * that is known to be async.
 */
export function findLateAwaits(file: ts.SourceFile, asyncNames: ReadonlySet<string>): LateAwait[] {
  const found: LateAwait[] = [];
  const visit = (node: ts.Node): void => {
    for (const { variable, value } of startsIn(node)) {
      if (isHandled(value)) continue;
      const scope = scopeOf(node);
      const uses = usesOf(variable, scope);
      if (!isPromise(value, uses, asyncNames)) continue;
      if (isUsedLate(node, scope, uses)) {
        found.push({
          name: variable.text,
          line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1,
        });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

type Start = { readonly variable: ts.Identifier; readonly value: ts.Expression };

/** Variables that a node gives a value without waiting for it: a declaration, an assignment, or a push. */
function startsIn(node: ts.Node): Start[] {
  if (ts.isVariableDeclaration(node) && node.initializer) {
    const value = withoutTypes(node.initializer);
    return namesIn(node.name).map((variable) => ({ variable, value }));
  }
  if (isAssignment(node) && ts.isIdentifier(node.left)) {
    return [{ variable: node.left, value: withoutTypes(node.right) }];
  }
  const [value] = isPush(node) ? node.arguments : [];
  const variable = isPush(node) ? node.expression.expression : undefined;
  return value && variable && ts.isIdentifier(variable) ? [{ variable, value: withoutTypes(value) }] : [];
}

function namesIn(name: ts.BindingName): ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name];
  return name.elements.flatMap((one) => (ts.isBindingElement(one) ? namesIn(one.name) : []));
}

function isAssignment(node: ts.Node): node is ts.BinaryExpression {
  return (
    ts.isBinaryExpression(node) &&
    [ts.SyntaxKind.EqualsToken, ts.SyntaxKind.QuestionQuestionEqualsToken].includes(node.operatorToken.kind)
  );
}

function isPush(node: ts.Node): node is ts.CallExpression & { expression: ts.PropertyAccessExpression } {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === "push"
  );
}

function withoutTypes(value: ts.Expression): ts.Expression {
  return ts.isAsExpression(value) || ts.isSatisfiesExpression(value) || ts.isParenthesizedExpression(value)
    ? withoutTypes(value.expression)
    : value;
}

/** Waited for, caught, unable to reject, or no promise at all. */
function isHandled(value: ts.Expression): boolean {
  if (ts.isAwaitExpression(value) || ts.isFunctionLike(value) || ts.isLiteralExpression(value)) return true;
  if (ts.isNewExpression(value)) {
    const [executor] = value.arguments ?? [];
    return !executor || (ts.isArrowFunction(executor) && executor.parameters.length < 2);
  }
  if (!ts.isCallExpression(value) || !ts.isPropertyAccessExpression(value.expression)) return false;
  const method = value.expression.name.text;
  return method === "catch" || (method === "then" && value.arguments.length > 1);
}

function scopeOf(node: ts.Node): ts.Node {
  let scope = node;
  while (scope.parent && !ts.isFunctionLike(scope)) scope = scope.parent;
  return scope;
}

/** Where a variable is named inside the scope, in the order of the source. */
function usesOf(variable: ts.Identifier, scope: ts.Node): ts.Identifier[] {
  const uses: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === variable.text && !isOtherName(node)) uses.push(node);
    ts.forEachChild(node, visit);
  };
  visit(scope);
  return uses;
}

/** A property or a key that has the name of the variable. */
function isOtherName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node)
  );
}

function isPromise(
  value: ts.Expression,
  uses: readonly ts.Identifier[],
  asyncNames: ReadonlySet<string>,
): boolean {
  if (ts.isCallExpression(value)) {
    const { expression } = value;
    if (ts.isIdentifier(expression) && asyncNames.has(expression.text)) return true;
    if (isCombinator(expression)) return true;
  }
  const holds = ts.isObjectLiteralExpression(value) || ts.isArrayLiteralExpression(value);
  return uses.some((use) => isAwaited(use) || (holds && isAwaited(memberOf(use))));
}

function memberOf(use: ts.Node): ts.Node {
  const { parent } = use;
  const isMember = ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent);
  return isMember && parent.expression === use ? parent : use;
}

function isAwaited(use: ts.Node): boolean {
  const { parent } = use;
  if (ts.isAwaitExpression(parent)) return true;
  const list = ts.isArrayLiteralExpression(parent) || ts.isSpreadElement(parent) ? parent.parent : parent;
  return ts.isCallExpression(list) && isCombinator(list.expression);
}

function isCombinator(callee: ts.Expression): boolean {
  return (
    ts.isPropertyAccessExpression(callee) &&
    ts.isIdentifier(callee.expression) &&
    callee.expression.text === "Promise" &&
    combinators.has(callee.name.text)
  );
}

/** True where an `await` comes between the start and the next use of the variable. */
function isUsedLate(start: ts.Node, scope: ts.Node, uses: readonly ts.Identifier[]): boolean {
  const loop = loopAround(start, scope);
  const area = loop ?? scope;
  // The next turn of the loop waits as well, while the promises of the turns before lie in the list.
  const from = loop && isPush(start) ? loop.pos : start.end;
  const next = uses.find((use) => use.pos >= start.end)?.pos ?? Number.POSITIVE_INFINITY;
  return awaitsIn(area).some((one) => one.pos >= from && one.end <= next && !contains(one, start));
}

function contains(outer: ts.Node, inner: ts.Node): boolean {
  return outer.pos <= inner.pos && inner.end <= outer.end;
}

function loopAround(node: ts.Node, scope: ts.Node): ts.Node | null {
  for (let outer = node.parent; outer && outer !== scope; outer = outer.parent) {
    if (ts.isIterationStatement(outer, false)) return outer;
  }
  return null;
}

/** The places that wait, apart from those of functions inside. */
function awaitsIn(area: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isAwaitExpression(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(area, visit);
  return found;
}
