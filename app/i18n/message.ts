import type { TextFunction } from "./text-function.ts";
import type { AdminCatalogs, AdminSubject } from "./catalog-types.ts";

type Values = Readonly<Record<string, string | number>>;
type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly name: string }
  | { readonly kind: "count"; readonly name: string }
  | {
      readonly kind: "plural" | "select";
      readonly name: string;
      readonly cases: ReadonlyMap<string, readonly Part[]>;
    };

const plurals = new Intl.PluralRules("en");
const counts = new Intl.NumberFormat("en");
const parsed = new Map<string, readonly Part[]>();

/**
 * Writes an ICU message in English, with arguments, numbers, plurals and selections. Every page for merchants loads this, and
 * intl-messageformat would take 12 kB of the first view. `tests/i18n/message.test.ts` compares the two for every message.
 * @throws if a value is missing
 */
export function writeMessage(message: string, values: Values = {}): string {
  const parts = parsed.get(message) ?? new Parser(message).parts(null);
  parsed.set(message, parts);
  return writeParts(parts, values);
}

function writeParts(parts: readonly Part[], values: Values): string {
  return parts.map((part) => writePart(part, values)).join("");
}

function writePart(part: Part, values: Values): string {
  if (part.kind === "text") return part.text;
  const value = values[part.name];
  if (value === undefined) throw new Error(`The text has no value for ${part.name}`);
  if (part.kind === "value") return String(value);
  if (part.kind === "count") return counts.format(Number(value));
  const rule = part.kind === "plural" ? plurals.select(Number(value)) : String(value);
  const chosen = part.cases.get(`=${String(value)}`) ?? part.cases.get(rule) ?? part.cases.get("other");
  return writeParts(chosen ?? [], values);
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Parts up to the end or the closing brace. `counted` is the argument of the plural around them. */
  parts(counted: string | null): Part[] {
    const found: Part[] = [];
    let text = "";
    const endText = () => {
      if (text !== "") found.push({ kind: "text", text });
      text = "";
    };
    while (this.#at < this.#text.length && this.#text[this.#at] !== "}") {
      const char = this.#text[this.#at] ?? "";
      if (char === "{") {
        endText();
        found.push(this.#argument(counted));
      } else if (char === "#" && counted !== null) {
        endText();
        found.push({ kind: "count", name: counted });
        this.#at += 1;
      } else {
        text += char === "'" ? this.#apostrophe() : char;
        if (char !== "'") this.#at += 1;
      }
    }
    endText();
    return found;
  }

  /** A doubled apostrophe is one, and one before a brace quotes up to the next. */
  #apostrophe(): string {
    const next = this.#text[this.#at + 1] ?? "";
    if (next === "'") {
      this.#at += 2;
      return "'";
    }
    if (next !== "{" && next !== "}") {
      this.#at += 1;
      return "'";
    }
    const end = this.#text.indexOf("'", this.#at + 1);
    const quoted = this.#text.slice(this.#at + 1, end === -1 ? undefined : end);
    this.#at = end === -1 ? this.#text.length : end + 1;
    return quoted;
  }

  #argument(counted: string | null): Part {
    const [, name = "", kind = ""] = this.#take(
      /\{\s*(\w+)\s*(?:,\s*(plural|select|number)\s*(?:,\s*|(?=\})))?/y,
    );
    if (kind !== "plural" && kind !== "select") {
      this.#take(/\}/y);
      return { kind: kind === "number" ? "count" : "value", name };
    }
    const cases = new Map<string, readonly Part[]>();
    while (this.#text[this.#at] !== "}") {
      const [, label = ""] = this.#take(/\s*(=?[\w-]+)\s*\{/y);
      cases.set(label, this.parts(kind === "plural" ? name : counted));
      this.#take(/\}\s*/y);
    }
    this.#at += 1;
    return { kind, name, cases };
  }

  #take(pattern: RegExp): RegExpExecArray {
    const sticky = pattern;
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#text);
    if (!found) throw new Error(`The text can't be written: ${this.#text}`);
    this.#at = sticky.lastIndex;
    return found;
  }
}

type Catalog = { readonly [key: string]: string | Catalog };

/** The texts of a subject for merchants: `textsOf("orders", catalog)("list.title")`. */
export function textsOf<Name extends AdminSubject>(
  name: Name,
  catalog: AdminCatalogs[Name],
): TextFunction<Name> {
  const messages = new Map(leavesOf(catalog as Catalog, ""));
  const write = (key: string, values?: Values): string => {
    const message = messages.get(key);
    if (message === undefined) throw new Error(`The page has no text ${name}:${key}`);
    return writeMessage(message, values);
  };
  return write as TextFunction<Name>;
}

function leavesOf(catalog: Catalog, above: string): [key: string, message: string][] {
  return Object.entries(catalog).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[`${above}${name}`, value]] : leavesOf(value, `${above}${name}.`),
  );
}
