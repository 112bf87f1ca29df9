import { Session } from "node:inspector/promises";

/** The app's files in which a path called functions, and the number of functions called in each. */
export type CalledFiles = ReadonlyMap<string, number>;

type ScriptCoverage = {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[];
};

/** Counts called functions by file under `folder`, a file URL with its slash. A module's own evaluation is no call. */
export function calledFiles(scripts: readonly ScriptCoverage[], folder: string): CalledFiles {
  const called = new Map<string, number>();
  for (const { url, functions } of scripts) {
    if (!url.startsWith(folder)) continue;
    const count = functions.filter(({ functionName, ranges: [whole] }) => {
      const isModule = functionName === "" && whole?.startOffset === 0;
      return !isModule && (whole?.count ?? 0) > 0;
    }).length;
    if (count > 0) called.set(url.slice(folder.length), count);
  }
  return new Map([...called].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Measures one call of `path` in this process. Module loading and caches are warmed by one call before it. */
export async function measureCalls(path: () => Promise<void>): Promise<CalledFiles> {
  await path();
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  await path();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  session.disconnect();
  return calledFiles(result, new URL("../../app/", import.meta.url).href);
}
