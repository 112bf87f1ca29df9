import { globSync } from "node:fs";

/** The hand-written sources of the project, relative to its root. */
export function sourceFiles(): string[] {
  const folders = "{app,bench,bundled-postgres,extensions,local-paypal,local-shopify,scripts,tests}";
  return globSync([`${folders}/**/*.{ts,tsx,js,mjs}`, "*.{ts,js}"]).filter(
    (file) => !file.includes("/dist/"),
  );
}
