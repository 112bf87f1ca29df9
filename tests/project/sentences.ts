import ts from "typescript";

/** Several words that begin with a capital letter, as "Try again later." */
const sentence = /^\p{Lu}[\p{L}’']*(?: (?!\p{Lu}{2,}\b)[^\s]+){1,}/u;
/** SQL, media types, names of functions and other texts for machines. */
const machine = /[{}<>;=|\\]|^(?:Bearer|Basic) /;

export type Sentence = { readonly line: number; readonly text: string };

/** String literals that look like sentences for people. Errors of programmers, logs and descriptions of the API don't count. */
export function sentencesIn(fileName: string, text: string): Sentence[] {
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const found: Sentence[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isForDevelopers(node)) return;
    const written = textOf(node);
    if (written !== null && sentence.test(written) && !machine.test(written)) {
      found.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: written });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** A literal's text. A template's values stand as "…". */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node) || ts.isTaggedTemplateExpression(node.parent)) return null;
  return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join("…");
}

/** True for `throw`, `new …Error()`, `log.…()` and zod's `describe()` and `meta()`, with all within them. `apiDescription` becomes a `meta()`, and `help` is of a metric. */
function isForDevelopers(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node)) return /^(?:apiDescription|help)$/.test(node.name.getText());
  if (ts.isTaggedTemplateExpression(node)) return true;
  if (ts.isNewExpression(node)) return /Error$|^Date$/.test(node.expression.getText());
  if (!ts.isCallExpression(node)) return false;
  return /^(?:log[.[]|super$|invariant$|describeError$)|Error$|\.(?:describe|meta)$/.test(
    node.expression.getText(),
  );
}
