import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

const root = new URL("../../", import.meta.url).href;

/** Exact text of a file of ours, and what stands there instead. */
export type Replacement = { readonly file: string; readonly right: string; readonly wrong: string };

const replacements = new Map<string, Replacement | null>();

/** The copy that a module of ours belongs to; null for one that was loaded as it is. */
function copyOf(url: string | undefined): string | null {
  return url?.startsWith(root) ? new URL(url).searchParams.get("copy") : null;
}

/** The file that a module of ours names, or null for a package. */
function ownFile(specifier: string, parentUrl: string | undefined): URL | null {
  if (specifier.startsWith("#app/")) return new URL(`app/${specifier.slice("#app/".length)}`, root);
  return specifier.startsWith(".") ? new URL(specifier, parentUrl) : null;
}

// A copy's modules import one another, and share the packages with everybody.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const copy = copyOf(context.parentURL);
    const file = copy === null ? null : ownFile(specifier, context.parentURL);
    if (copy === null || !file?.pathname.endsWith(".ts")) return nextResolve(specifier, context);
    file.searchParams.set("copy", copy);
    return { url: file.href, format: "module-typescript", shortCircuit: true };
  },
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const replacement = replacements.get(copyOf(url) ?? "");
    if (!replacement || new URL(url).pathname !== new URL(replacement.file, root).pathname) return loaded;
    const text = readFileSync(new URL(replacement.file, root), "utf8");
    if (text.split(replacement.right).length !== 2) {
      throw new Error("Its text is not in the file exactly once.");
    }
    return { ...loaded, source: text.replace(replacement.right, () => replacement.wrong) };
  },
});

/**
 * A copy of the app and the tests in this process, with one text replaced. Answers how to import its modules, each by
 * its path from the root. A copy stays in memory until the process ends.
 */
export function freshModules(replacement: Replacement | null): (path: string) => Promise<unknown> {
  const copy = String(replacements.size + 1);
  replacements.set(copy, replacement);
  return (path) => import(`${root}${path}?copy=${copy}`);
}
