import { afterAll, expect, test } from "vitest";
import { type Counts, roadCases, tableOf, tooSeldom } from "../../histories/cases.ts";
import { breakable } from "./crashes.ts";
import { walkRoad } from "./road.ts";

const histories = Number(process.env["ROAD_HISTORIES"] ?? 10);
const firstSeed = Number(process.env["ROAD_SEED"] ?? 1);

afterAll(breakable());

test(
  `${histories} histories take the whole road and end in the model's balances`,
  { timeout: 7_200_000 },
  async () => {
    const counts: Counts = new Map();
    for (let seed = firstSeed; seed < firstSeed + histories; seed += 1) {
      expect(await walkRoad(seed, counts)).toBeNull();
    }
    console.log(`How often each case occurred on ${histories} roads\n${tableOf(counts, roadCases)}`);
    expect(tooSeldom(counts, roadCases, Math.min(100, histories / 2))).toEqual([]);
  },
);
