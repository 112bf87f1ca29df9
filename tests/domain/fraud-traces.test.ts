import { expect, it } from "vitest";
import { householdText, mergeTraces, plainEmail, tracesOf } from "#app/domain/fraud/traces.ts";
import { leakScore } from "#app/domain/fraud/use-patterns.ts";

const hash = (text: string) => `#${text.length}`;
const use = (orders: number, visited: number, fresh: number, foreign: number) => {
  return { orders, visited, fresh, foreign };
};

it("writes an email address in one way, whatever its owner varies", () => {
  for (const spelt of [
    "pat.jones@gmail.com",
    "PATJONES+shop@googlemail.com",
    " p.a.t.jones+1+2@gmail.com ",
  ]) {
    expect(plainEmail(spelt)).toBe("patjones@gmail.com");
  }
  expect(plainEmail("pat.jones+a@web.example")).toBe("pat.jones@web.example");
  expect(plainEmail("patjones@web.example")).not.toBe(plainEmail("pat.jones@web.example"));
  expect(plainEmail("no address")).toBe("no address");
});

it("tells households by surname and address, and none without either", () => {
  const home = { lastName: "Müller", address1: "12 Main Street, Apt. 4", zip: "10115", country: "DE" };
  const same = { lastName: "MULLER", address1: "12 Main St Apartment 4", zip: "10 115", country: "de" };
  expect(householdText(same)).toBe(householdText(home));
  expect(householdText({ ...home, lastName: "Schmidt" })).not.toBe(householdText(home));
  expect(householdText({ ...home, address1: "13 Main Street, Apt. 4" })).not.toBe(householdText(home));
  for (const missing of ["lastName", "address1", "zip"] as const) {
    expect(householdText({ ...home, [missing]: null })).toBeNull();
  }
});

it("keeps hashes and a host, and nothing that was told", () => {
  const address = { lastName: "Lovelace", address1: "1 High Street", zip: "SW1", country: "GB" };
  const told = {
    email: "ada@x.example",
    addresses: [address, address, null],
    referrer: "https://A.example/p?q=1",
  };
  const traces = tracesOf(told, hash);
  expect(traces.households).toHaveLength(1);
  expect(traces.referrerHost).toBe("a.example");
  expect(JSON.stringify(traces)).not.toMatch(/ada|lovelace|high/i);
});

it("keeps of two readings what only one of them tells", () => {
  const full = { email: "e", households: ["h"], referrerHost: "a" };
  const bare = { email: null, households: [], referrerHost: "" };
  expect(mergeTraces(bare, full)).toEqual(full);
  expect(mergeTraces(full, bare)).toEqual(full);
  expect(mergeTraces(undefined, full)).toBe(full);
});

it("scores a change of use and coupon sites above a code that was always spoken", () => {
  const code = "SAVE";
  const podcast = { code, recent: use(60, 3, 55, 2), before: use(50, 2, 45, 1) };
  const leaked = { code, recent: use(40, 2, 30, 12), before: use(20, 18, 15, 0) };
  const visited = { code, recent: use(40, 38, 30, 0), before: use(20, 19, 15, 0) };
  expect(leakScore(podcast)).toBeLessThan(40);
  expect(leakScore(leaked)).toBeGreaterThan(70);
  expect(leakScore(visited)).toBeLessThan(20);
  expect(leakScore({ code, recent: use(0, 0, 0, 0), before: use(0, 0, 0, 0) })).toBe(0);
});
