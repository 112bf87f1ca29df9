import { expect, test } from "vitest";
import { fillTemplate } from "#app/domain/codes/code-template.ts";
import { latinLetters } from "#app/platform/latin-letters.server.ts";

test.each([
  ["Łukasz", "LUKASZ10"],
  ["Søren", "SOREN10"],
  ["Straße", "STRASSE10"],
  ["Đorđe", "DORDE10"],
  ["Æthel", "AETHEL10"],
  ["Þór", "THOR10"],
  ["Œuvre", "OEUVRE10"],
  ["Đức", "DUC10"],
  ["Zoë", "ZOE10"],
  ["李", "PARTNER10"],
])("the code for %s is %s", (name, code) => {
  const facts = { name: latinLetters(name), percent: "10", random: () => 0 };
  expect(fillTemplate("{FIRSTNAME}{PERCENT}", facts)).toBe(code);
});

test("other scripts stay as they are", () => {
  expect(latinLetters("李 Łódź – Ольга 7")).toBe("李 Lo\u0301dz\u0301 – Ольга 7".normalize("NFD"));
});
