import ts from "typescript";

export type Comment = { readonly line: number; readonly text: string };

/** Comments of a file in their order, without their marks. Adjacent `//` lines are one comment. */
export function commentsIn(file: ts.SourceFile): Comment[] {
  const { text } = file;
  const merged: ts.CommentRange[] = [];
  for (const range of commentRanges(file)) {
    const before = merged.at(-1);
    if (before && continues(text, before, range)) merged[merged.length - 1] = { ...before, end: range.end };
    else merged.push(range);
  }
  return merged.map(({ pos, end }) => ({
    line: file.getLineAndCharacterOfPosition(pos).line + 1,
    text: withoutMarks(text.slice(pos, end)),
  }));
}

function commentRanges(file: ts.SourceFile): ts.CommentRange[] {
  const found = new Map<number, ts.CommentRange>();
  const jsxTexts: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return;
    // A `//` in the text of JSX is no comment.
    if (ts.isJsxText(node)) return void jsxTexts.push(node);
    const children = node.getChildren(file);
    children.forEach(visit);
    if (children.length > 0) return;
    const leading = ts.getLeadingCommentRanges(file.text, node.getFullStart()) ?? [];
    const trailing = ts.getTrailingCommentRanges(file.text, node.end) ?? [];
    for (const range of [...leading, ...trailing]) found.set(range.pos, range);
  };
  visit(file);
  return [...found.values()]
    .filter(({ pos }) => !jsxTexts.some((text) => text.pos <= pos && pos < text.end))
    .toSorted((a, b) => a.pos - b.pos);
}

function continues(text: string, before: ts.CommentRange, after: ts.CommentRange): boolean {
  const isLine = [before, after].every(({ kind }) => kind === ts.SyntaxKind.SingleLineCommentTrivia);
  return isLine && /^\r?\n[ \t]*$/.test(text.slice(before.end, after.pos));
}

function withoutMarks(comment: string): string {
  return comment
    .replaceAll(/^\/\*\*?|\*\/$/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*(?:\/\/|\*)?\s?/, "").trimEnd())
    .join("\n")
    .trim();
}

const oddBeginning = /^(?:The same|What|Who|Whoever|Whose|Whom|Whether|Of|That|Nobody)\b/;

/** Begins with a word that leaves open what the comment is about. */
export const isFlagged = ({ text }: Comment): boolean => oddBeginning.test(text);

/** Names of the types that a file declares, inside functions too. */
export function typesDeclaredIn(file: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) names.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}
