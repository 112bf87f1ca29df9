import type { Reporter } from "vitest/node";

/** Says at the end how much of the time each suite took, so that a slow one is seen before it hurts. */
export function suiteShares(): Reporter {
  return {
    onTestRunEnd(modules) {
      const spent = new Map<string, number>();
      for (const module of modules) {
        const { duration, collectDuration, environmentSetupDuration, setupDuration } = module.diagnostic();
        const sum = duration + collectDuration + environmentSetupDuration + setupDuration;
        spent.set(module.project.name, (spent.get(module.project.name) ?? 0) + sum);
      }
      const shares = [...spent].map(([name, ms]) => `${name} ${(ms / 1000).toFixed(1)} s`);
      process.stdout.write(`   Suites  ${shares.join(", ")}\n`);
    },
  };
}
