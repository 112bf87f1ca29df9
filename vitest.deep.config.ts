import { defineConfig } from "vitest/config";
import normal from "./vitest.config.ts";

const asDeep = (pattern: string): string => pattern.replace(/(?<!\.deep)\.test\./, ".deep.test.");

/** Long tests, each in the project of its folder. Those of the browser run by vitest.e2e.config.ts. */
const projects = (normal.test?.projects ?? []).flatMap((project) => {
  if (typeof project !== "object" || !("test" in project)) return [];
  const { include = [], exclude = [] } = project.test ?? {};
  const others = exclude.filter((pattern) => !pattern.includes(".deep.test."));
  return [{ test: { ...project.test, include: include.map(asDeep), exclude: others.map(asDeep) } }];
});

export default defineConfig({ test: { ...normal.test, passWithNoTests: true, projects } });
