import type { admin } from "./en/admin/index.ts";
import type { en } from "./en/index.ts";

type English = typeof en & typeof admin;

/**
 * Writes a text of a subject: `t("list.count", { count: 3 })`. The key has to be in the English catalog, and the values
 * have to be those of its message. i18next has a type of its own for ICU messages, but it reads them character by
 * character, which takes the compiler four times as long and 14 GB.
 */
export type TextFunction<Name extends keyof English> = <Key extends KeyIn<English[Name]>>(
  key: Key,
  ...values: Arguments<MessageAt<English[Name], Key>>
) => string;

/** `"list.title"` and so on: the paths of all messages of a catalog. */
type KeyIn<Catalog> = {
  [Key in keyof Catalog & string]: Catalog[Key] extends string ? Key : `${Key}.${KeyIn<Catalog[Key]>}`;
}[keyof Catalog & string];

type MessageAt<Catalog, Key> = Key extends keyof Catalog
  ? Catalog[Key]
  : Key extends `${infer First}.${infer Rest}`
    ? First extends keyof Catalog
      ? MessageAt<Catalog[First], Rest>
      : never
    : never;

type Arguments<Message> = [Named<Message>] extends [never] ? [values?: object] : [values: Values<Message>];

/** Of several messages, the values of one. In plurals and selections `{word}` may be a case's text, so it needs no value there. */
type Values<Message> = Message extends unknown
  ? { readonly [Name in Chosen<Message>]: string | number } & ([Chosen<Message>] extends [never]
      ? { readonly [Name in Plain<Message>]: string | number }
      : { readonly [Name in Plain<Message>]?: string | number })
  : never;

type Named<Message> = Chosen<Message> | Plain<Message>;

/** Names of `{name, plural, …}` and the like. */
type Chosen<Message> = Message extends `${string}{${infer Rest}`
  ? Chosen<Rest> | (Rest extends `${infer Name},${string}` ? Word<Name> : never)
  : never;

/** Names of `{name}`, except in quotes. */
type Plain<Message> = Message extends `${infer Before}{${infer Rest}`
  ? | Plain<Rest>
    | (Before extends `${string}'` ? never : Rest extends `${infer Name}}${string}` ? Word<Name> : never)
  : never;

type Word<Name extends string> = Name extends `${string}${" " | "#" | "{" | "}" | "," | "<"}${string}` | ""
  ? never
  : Name;
