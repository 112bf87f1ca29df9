import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { GoodsField } from "#app/ui/admin/programs/terms/goods-field.tsx";
import { renderPage } from "../shell/stub.tsx";

type Given = { kind?: "product" | "variant" | "collection"; chosen?: string[] };

function Field({ kind = "product", chosen }: Given) {
  const [ids, setIds] = useState(chosen ?? []);
  return <GoodsField label="Product" kind={kind} ids={ids} path="x" onChange={setIds} />;
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

it.each(["product", "variant", "collection"] as const)(
  "says of a %s that was deleted since that the store has it no longer, and lets it be removed",
  async (kind) => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", (path: string) => {
      asked.push(new URL(path, "http://localhost").searchParams.get("ids") ?? "");
      const there = { kind, id: "71", title: "Linen apron", about: null };
      return Promise.resolve(Response.json({ goods: [there] }));
    });
    renderPage(<Field kind={kind} chosen={["71", "72"]} />);
    expect(await screen.findByText("Linen apron")).toBeDefined();
    const names = { product: "Product", variant: "Variant", collection: "Collection" };
    const gone = `${names[kind]} 72, no longer in the store`;
    expect(await screen.findByText(gone)).toBeDefined();
    expect(asked).toEqual(["71,72"]);
    fireEvent.click(screen.getByRole("button", { name: `Remove ${gone}` }));
    await waitFor(() => expect(screen.queryByText(gone)).toBeNull());
  },
);

it("says of none that it is gone while the store cannot be asked", async () => {
  const fetched = vi.fn<typeof fetch>(() =>
    Promise.resolve(Response.json({ message: "No" }, { status: 400 })),
  );
  vi.stubGlobal("fetch", fetched);
  renderPage(<Field chosen={["81"]} />);
  expect(await screen.findByText("81")).toBeDefined();
  await waitFor(() => expect(fetched).toHaveBeenCalled());
  await act(async () => {
    await new Promise((resolve) => void setTimeout(resolve, 50));
  });
  expect(screen.queryByText(/no longer in the store/)).toBeNull();
});
