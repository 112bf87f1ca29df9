import { useSearchParams } from "@remix-run/react";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { PageArea } from "#app/ui/admin/frame/admin-frame.tsx";
import { ListPage } from "#app/ui/shared/list/list-page.tsx";
import { renderPage } from "./stub.tsx";
import { thingList, thingRow } from "./thing-list.ts";

/** A page whose next address is there when it is let go on. */
function slowly(children: ReactNode) {
  const held = Promise.withResolvers<null>();
  let times = 0;
  const loaded = () => {
    times += 1;
    // The first address is the one that is shown.
    return times === 1 ? Promise.resolve(null) : held.promise;
  };
  const view = renderPage(
    <>
      <Further />
      {children}
    </>,
    { at: "/dashboard/links", loaded },
  );
  return { ...view, goOn: () => held.resolve(null) };
}

function Further() {
  const [, setParams] = useSearchParams();
  return (
    <button type="button" onClick={() => setParams({ search: "mug" })}>
      Search
    </button>
  );
}

const rows = ["Mug", "Pot", "Cup"].map((id) => ({ id, clicks: 7 }));

test("a list keeps its rows, paler, while the next ones load", async () => {
  const { container, goOn } = slowly(
    <ListPage
      title="Links"
      resourceName={{ singular: "link", plural: "links" }}
      list={thingList}
      rows={rows}
      rowOf={thingRow}
      timeZone="UTC"
      pagination={{ page: 1, limit: 10, total: 3 }}
      emptyState={null}
    />,
  );
  await screen.findByRole("link", { name: "Thing Mug" });
  const list = () => container.querySelector(".list-rows");
  expect(list()?.className).toBe("list-rows");
  fireEvent.click(screen.getByRole("button", { name: "Search" }));
  await waitFor(() => expect(list()?.className).toBe("list-rows is-loading"));
  expect(list()?.getAttribute("aria-busy")).toBe("true");
  expect(screen.getAllByRole("link", { name: /^Thing/ })).toHaveLength(rows.length);
  goOn();
  await waitFor(() => expect(list()?.className).toBe("list-rows"));
});

test("a page that does not search or turn its pages has no grey rows", async () => {
  const { container } = slowly(<PageArea>There</PageArea>);
  expect(await screen.findByText("There")).toBeDefined();
  expect(container.querySelector(".Polaris-SkeletonBodyText")).toBeNull();
});
