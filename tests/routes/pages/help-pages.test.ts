import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findHelpPage, helpEntries } from "#app/http/help-pages.server.ts";
import { loader } from "../../../app/routes/public/help-page.tsx";

const folder = "docs/help";

const open = (page: string) =>
  loader({ request: new Request(`http://localhost/help/${page}`), params: { page }, context: {} });

test("the contents list every help page", () => {
  const files = readdirSync(folder).map((file) => file.replace(".md", ""));
  expect(helpEntries.map(({ name }) => name).toSorted()).toEqual(files.toSorted());
});

test("a page has its title and its text as HTML", () => {
  expect(open("payouts")).toMatchObject({ title: "Payouts", html: expect.stringContaining("<table>") });
  expect(findHelpPage("payouts")?.html).not.toContain("<h1");
});

test("an unknown page is not found", () => {
  expect(() => open("nothing")).toThrow(expect.objectContaining({ status: 404 }));
});

test("links of help pages lead to help pages or public pages", () => {
  const links = helpEntries.flatMap(({ name }) => [
    ...readFileSync(`${folder}/${name}.md`, "utf8").matchAll(/\]\(([^)]+)\)/g),
  ]);
  const known = new Set(["/privacy", "/terms", ...helpEntries.map(({ name }) => `/help/${name}`)]);
  expect(links.map(([, to]) => to).filter((to) => !known.has(to ?? ""))).toEqual([]);
});
