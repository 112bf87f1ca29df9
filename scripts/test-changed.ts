/**
 * `npm run test:changed`: the tests that import a changed file, directly or not. Changes are those of the working tree
 * and of the commits since the branch left main. What follows `--` goes to vitest.
 */
import { spawnSync } from "node:child_process";

const isThere = (ref: string): boolean =>
  spawnSync("git", ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`], { stdio: "ignore" }).status === 0;

const base = ["origin/main", "main"].find(isThere) ?? "HEAD";
console.log(`Changes since ${base}, with what is not committed yet.`);
const args = ["run", "--passWithNoTests", "--changed", base, ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", ...args], {
  stdio: ["ignore", "inherit", "inherit"],
});
process.exitCode = status ?? 1;
