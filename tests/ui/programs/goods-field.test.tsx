import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { GoodsField } from "#app/ui/admin/programs/terms/goods-field.tsx";
import { renderPage } from "../shell/stub.tsx";

function Field() {
  const [ids, setIds] = useState<string[]>([]);
  return <GoodsField label="Product" kind="product" ids={ids} path="x" onChange={setIds} />;
}

const goods = ["Beeswax candle", "Wool blanket"].map((title, index) => {
  return { kind: "product", id: String(index + 1), title, about: null };
});

afterEach(() => vi.unstubAllGlobals());

it("offers nothing that an earlier text found while the answer to the newest is on its way", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    const search = new URL(path, "http://localhost").searchParams.get("search") ?? "";
    asked.push(search);
    return search === "" ? Promise.resolve(Response.json({ goods })) : new Promise(() => undefined);
  });
  renderPage(<Field />);
  const field = await screen.findByLabelText("Product");
  fireEvent.focus(field);
  fireEvent.click(field);
  expect(await screen.findByRole("option", { name: "Beeswax candle" })).toBeDefined();
  fireEvent.change(field, { target: { value: "wool" } });
  expect(screen.queryByRole("option", { name: "Beeswax candle" })).toBeNull();
  expect(screen.getByRole("option", { name: "Wool blanket" })).toBeDefined();
  await waitFor(() => expect(asked).toContain("wool"));
  expect(screen.queryByRole("option", { name: "Beeswax candle" })).toBeNull();
  fireEvent.change(field, { target: { value: "hat" } });
  expect(screen.queryAllByRole("option", { name: /candle|blanket/ })).toEqual([]);
});
