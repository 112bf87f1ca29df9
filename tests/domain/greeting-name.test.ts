import { expect, it } from "vitest";
import { greetingName } from "#app/domain/affiliate.ts";

it.each([
  ["Maya Lin", "Maya"],
  ["Zoë Bartholomew Featherstonehaugh-Montgomery", "Zoë"],
  ["Anne-Marie O'Neil", "Anne-Marie"],
  [" Tom  Reed ", "Tom"],
])("greets %s by the first name", (name, greeted) => {
  expect(greetingName(name)).toBe(greeted);
});

it.each(["Maya", "Dr. Maya Lin", "J Lin", "The Coffee Club", "3 Sisters", "林美玲"])(
  "greets %s by the whole name",
  (name) => {
    expect(greetingName(name)).toBe(name);
  },
);
