import { expect, it } from "vitest";
import { chanceOf } from "../../histories/random.ts";
import {
  changeOneCell,
  checkFile,
  drawnFile,
  hasTwoWitnesses,
  wrongMovesOf,
} from "../../support/check-layout.ts";

const layouts = Number(process.env["LAYOUTS"] ?? 500);
const firstSeed = Number(process.env["LAYOUTS_SEED"] ?? 1);
const seeds = Array.from({ length: layouts }, (_, at) => firstSeed + at);
const timeout = 7_200_000;

it(`reads each row of ${layouts} drawn layouts right, or leaves it unclear`, { timeout }, () => {
  const counts = { proven: 0, rows: 0, unclear: 0, asked: 0 };
  for (const seed of seeds) {
    const file = drawnFile(chanceOf(seed));
    const { isFine, isProven, asked, wrong, unclear } = checkFile(file);
    const text = isFine ? "" : file.cells.map((cells) => cells.join(" ; ")).join("\n");
    expect({ isFine, seed, isProven, asked, unclear, wrong, text }).toMatchObject({ isFine: true });
    counts.proven += Number(isProven);
    counts.rows += file.rows.length;
    counts.unclear += unclear;
    counts.asked += Number(asked.length > 0);
  }
  console.log(`Drawn layouts, ${layouts}:`, counts);
  expect(counts.proven).toBeGreaterThan(layouts / 4);
});

it("moves no money otherwise after a change of any word, sign or cell", { timeout }, () => {
  let changes = 0;
  for (const seed of seeds) {
    const chance = chanceOf(seed);
    const file = drawnFile(chance);
    const changed = hasTwoWitnesses(file) ? changeOneCell(chance, file) : null;
    if (changed === null) continue;
    changes += 1;
    const { role, row } = changed;
    expect({ seed, role, row, wrong: wrongMovesOf(changed) }).toMatchObject({ wrong: [] });
  }
  expect(changes).toBeGreaterThan(layouts / 20);
});
