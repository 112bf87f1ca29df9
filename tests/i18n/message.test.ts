import { IntlMessageFormat } from "intl-messageformat";
import { expect, test } from "vitest";
import { admin } from "#app/i18n/en/admin/index.ts";
import { textsOf, writeMessage } from "#app/i18n/message.ts";
import { argumentsOf, messagesOf } from "../project/texts.ts";

const counts = [0, 1, 2, 1234];

/** Values for a message's arguments: numbers for plurals, else texts. */
function valuesFor(message: string, count: number): Record<string, string | number> {
  return Object.fromEntries(
    argumentsOf(message).map((one) => {
      const [name = "", type] = one.split(" ");
      return [name, type === "plural" || type === "number" ? count : `‹${name}›`];
    }),
  );
}

test("every text for merchants is written as by the reference", () => {
  const differing = [...messagesOf(admin)].flatMap(([key, message]) =>
    counts.flatMap((count) => {
      const values = valuesFor(message, count);
      const format = new IntlMessageFormat(message, "en", undefined, { ignoreTag: true });
      const [own, other] = [writeMessage(message, values), String(format.format(values))];
      return own === other ? [] : [{ key, own, other }];
    }),
  );
  expect(differing).toEqual([]);
});

test.each([
  ["Don''t use '{this}', it''s {quoted}", { quoted: "so" }, "Don't use {this}, it's so"],
  ["It's {name}'s", { name: "Ada" }, "It's Ada's"],
  ["{n, plural, =0 {None} one {# of {m}} other {# of {m}}}", { n: 0, m: 3 }, "None"],
  ["{n, plural, one {# of {m}} other {# of {m}}}", { n: 1500, m: 3 }, "1,500 of 3"],
  ["{kind, select, a {A} other {B {kind}}}", { kind: "c" }, "B c"],
])("writes %s", (message, values, text) => {
  expect(writeMessage(message, values)).toBe(text);
  expect(new IntlMessageFormat(message, "en", undefined, { ignoreTag: true }).format(values)).toBe(text);
});

test("throws for a missing value, a broken message and an unknown key", () => {
  expect(() => writeMessage("Hi {name}")).toThrow("name");
  expect(() => writeMessage("{n, plural, one {x}")).toThrow("can't be written");
  expect(() => textsOf("frame", admin.frame)("nothing" as "app")).toThrow("frame:nothing");
});
