import { IntlMessageFormat } from "intl-messageformat";

type Catalog = { readonly [key: string]: string | Catalog };
type Element = ReturnType<InstanceType<typeof IntlMessageFormat>["getAst"]>[number];

/** The messages of a language by key: "portal:signIn.title". */
export function messagesOf(catalogs: Readonly<Record<string, Catalog>>): Map<string, string> {
  const found = Object.entries(catalogs).flatMap(([subject, catalog]) =>
    leavesOf(catalog).map(([path, text]) => [`${subject}:${path}`, text] as const),
  );
  return new Map(found);
}

function leavesOf(catalog: Catalog, above = ""): [path: string, text: string][] {
  return Object.entries(catalog).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[`${above}${name}`, value]] : leavesOf(value, `${above}${name}.`),
  );
}

/** Names of element types, by their number in the syntax tree. */
const typeNames = ["literal", "", "number", "date", "time", "select", "plural", "pound", "tag"];

/** The arguments of a message in the order of their names, each with its type: "n plural". */
export function argumentsOf(message: string): string[] {
  const ast = new IntlMessageFormat(message, "en", undefined, { ignoreTag: true }).getAst();
  return [...new Set(ast.flatMap(argumentsIn))].toSorted();
}

function argumentsIn(element: Element): string[] {
  const name = typeNames[element.type] ?? "";
  if (name === "literal" || name === "pound") return [];
  const own = `${"value" in element ? element.value : ""} ${name}`.trim();
  const cases = "options" in element ? Object.values(element.options) : [];
  return [own, ...cases.flatMap((one) => one.value.flatMap(argumentsIn))];
}

/** The names of the tags of a message, in the order of their names. */
export function tagsOf(message: string): string[] {
  return [...message.matchAll(/<(\w+)>/g)].map(([, name = ""]) => name).toSorted();
}

const literal = /["'`]([a-z]\w*(?:\.\w+)+)["'`]/g;
/** A key of one step is known by the call only. */
const called = /\bt\("([a-z]\w*)"/g;
const template = /`([a-z]\w*\.(?:\w+\.|\$\{[^}`]+\}\.?)*(?:\w+)?)`/g;

/**
 * Tells whether code names a key: as a literal, or by a template with one variable part: t(`states.${state}`). A template's
 * variable part is one step of the key.
 */
export function usedKeys(code: readonly string[]): (key: string) => boolean {
  const literals = new Set<string>();
  const patterns = new Set<string>();
  for (const text of code) {
    for (const [, key = ""] of text.matchAll(literal)) literals.add(key);
    for (const [, key = ""] of text.matchAll(called)) literals.add(key);
    for (const [, key = ""] of text.matchAll(template)) patterns.add(key);
  }
  const forms = [...patterns]
    .filter((pattern) => pattern.includes("${"))
    .map(
      (pattern) => new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll(/\$\{[^}]+\}/g, "[\\w-]+")}$`),
    );
  return (key) => literals.has(key) || forms.some((form) => form.test(key));
}
