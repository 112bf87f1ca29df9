import { afterAll, expect, it } from "vitest";
import { faultKey } from "../faults/fault.ts";
import { FaultProcess } from "../faults/fault-process.ts";
import { faults } from "../faults/list.ts";
import { readSeeds } from "../faults/seeds.ts";
import { tryFault } from "../faults/try-fault.ts";

const looking = new FaultProcess(process.env["DATABASE_URL"] ?? "");
const seeds = readSeeds();

afterAll(() => looking.stop());

it("no two faults have the same name", () => {
  expect(new Set(faults.map(faultKey)).size).toBe(faults.length);
});

it.each(["histories", "roads"] as const)("without a fault the recorded %s agree", async (by) => {
  const recorded = faults.flatMap((fault) => (fault.by === by ? (seeds.get(faultKey(fault)) ?? []) : []));
  const answer = await looking.ask({ by, fault: null, seeds: [...new Set(recorded)] });
  expect(answer).toEqual({ seed: null, difference: null, problem: null });
});

it.each(faults.map((fault) => ({ name: faultKey(fault), fault })))("$name is noticed", async ({ fault }) => {
  expect(await tryFault(looking, fault, seeds)).toBeNull();
});
