import { expect, test } from "vitest";
import { newId } from "#app/platform/ids.server.ts";
import {
  clicksFrom,
  idsFrom,
  remember,
  type StoredClick,
} from "../../extensions/affiliate-pixel/src/clicks.ts";

const click = (id: string): StoredClick => ({ id, at: 1 });

test("the first click and the latest five are kept", () => {
  const all = ["a", "b", "c", "d", "e", "f", "g", "h"].reduce<StoredClick[]>(
    (kept, id) => remember(kept, click(id)),
    [],
  );
  expect(all.map(({ id }) => id)).toEqual(["a", "d", "e", "f", "g", "h"]);
});

test("the same landing twice is one click", () => {
  expect(remember([click("a")], { ...click("a"), at: 2 })).toEqual([click("a")]);
});

test("an address that names a click of days before is none of who lands by it", () => {
  const at = Date.parse("2026-03-10T00:00:00Z");
  const landing = (day: string) => ({ id: `${newId("clk", new Date(day))}.signature`, at });
  const [old, fresh] = [landing("2026-03-08T23:59:00Z"), landing("2026-03-09T00:01:00Z")];
  expect(remember([], old)).toEqual([]);
  expect(remember([], fresh)).toEqual([fresh]);
  expect(remember([old], old)).toEqual([old]);
});

test("text that is no id is not kept", () => {
  expect(remember([], click("a,b"))).toEqual([]);
});

test("the cart's attribute is read id by id", () => {
  expect(idsFrom("clk_1.sig,<b>,,clk_2.sig")).toEqual(["clk_1.sig", "clk_2.sig"]);
  expect(idsFrom(undefined)).toEqual([]);
});

test.each([null, "", "no json", "{}", '[1,null,{"id":1}]', '[{"id":"a"}]', '[{"id":"a,b","at":1}]'])(
  "what others wrote counts as nothing: %s",
  (text) => {
    expect(clicksFrom(text)).toEqual([]);
  },
);
