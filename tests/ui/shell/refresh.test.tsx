import { redirect } from "@remix-run/node";
import { useFetcher, useNavigate } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { act, render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { describe, expect, test } from "vitest";
import { useRefresh } from "#app/ui/shared/use-refresh.ts";

type Load = { readonly signal: AbortSignal; readonly end: () => Promise<void> };

function Page() {
  const refresh = useRefresh();
  const twice = () => {
    refresh();
    refresh();
  };
  return (
    <>
      <button onClick={refresh}>Refresh</button>
      <button onClick={twice}>Refresh twice</button>
    </>
  );
}

/** A page whose loader waits, each time it runs, until the test lets that load end. */
function openPage(Component: ComponentType = Page): Load[] {
  const loads: Load[] = [];
  const loader = ({ request }: { request: Request }) =>
    new Promise<null>((resolve) => {
      loads.push({ signal: request.signal, end: () => act(async () => resolve(null)) });
    });
  const Stub = createRemixStub([{ id: "page", path: "/", Component, loader }]);
  render(<Stub hydrationData={{ loaderData: { page: null } }} />);
  return loads;
}

/** Follows a link and is told of a change before the router's news is drawn. */
function PageWithLink() {
  const refresh = useRefresh();
  const navigate = useNavigate();
  const both = () => {
    navigate("/next");
    refresh();
  };
  return <button onClick={both}>Follow and refresh</button>;
}

function PageOfParts() {
  const [layout, section] = [useRefresh(), useRefresh()];
  const both = () => {
    layout();
    section();
  };
  return <button onClick={both}>Refresh both</button>;
}

function PageWithForm() {
  const refresh = useRefresh();
  const fetcher = useFetcher();
  return (
    <>
      <button onClick={refresh}>Refresh</button>
      <fetcher.Form method="post">
        <button>Save</button>
      </fetcher.Form>
    </>
  );
}

function PageWithModal() {
  const refresh = useRefresh();
  const { load, data } = useFetcher<string>();
  return (
    <>
      <button onClick={refresh}>Refresh</button>
      <button onClick={() => load("/modal")}>Open</button>
      {data}
    </>
  );
}

const press = (name: string) => act(async () => screen.getByRole("button", { name }).click());

describe("a page that is refreshed", () => {
  test("what is asked for during a load is done once, when the load has come to its end", async () => {
    const loads = openPage();
    await press("Refresh");
    expect(loads).toHaveLength(1);
    await press("Refresh");
    await press("Refresh");
    expect(loads).toHaveLength(1);
    await loads[0]?.end();
    expect(loads).toHaveLength(2);
    await loads[1]?.end();
    expect(loads).toHaveLength(2);
    expect(loads.map(({ signal }) => signal.aborted)).toEqual([false, false]);
  });

  test("two questions before the page is drawn again do not drop each other", async () => {
    const loads = openPage();
    await press("Refresh twice");
    expect(loads).toHaveLength(1);
    expect(loads[0]?.signal.aborted).toBe(false);
    await loads[0]?.end();
    expect(loads).toHaveLength(2);
  });

  test("a link that was followed a moment ago leads on, and what it leads to is fetched once more", async () => {
    const pages: Load[] = [];
    const loader = ({ request }: { request: Request }) =>
      new Promise<null>((resolve) => {
        pages.push({ signal: request.signal, end: () => act(async () => resolve(null)) });
      });
    const Stub = createRemixStub([
      { path: "/", Component: PageWithLink },
      { path: "/next", Component: () => <h1>Next</h1>, loader },
    ]);
    render(<Stub />);
    await press("Follow and refresh");
    expect(pages.map(({ signal }) => signal.aborted)).toEqual([false]);
    await pages[0]?.end();
    expect(screen.getByRole("heading", { name: "Next" })).toBeTruthy();
    expect(pages.map(({ signal }) => signal.aborted)).toEqual([false, false]);
  });

  test("two parts of a page that refresh it at once do not drop each other's load", async () => {
    const loads = openPage(PageOfParts);
    await press("Refresh both");
    expect(loads).toHaveLength(1);
    await loads[0]?.end();
    expect(loads.map(({ signal }) => signal.aborted)).toEqual([false, false]);
    await loads[1]?.end();
    expect(loads).toHaveLength(2);
  });

  test("a refresh while a part of the page is loaded waits for it", async () => {
    let loads = 0;
    const parts: ((part: string) => void)[] = [];
    const Stub = createRemixStub([
      {
        path: "/",
        Component: PageWithModal,
        loader: () => {
          loads += 1;
          return null;
        },
      },
      { path: "/modal", loader: () => new Promise((resolve) => parts.push(resolve)) },
    ]);
    render(<Stub />);
    await screen.findByRole("button", { name: "Open" });
    await press("Open");
    await press("Refresh");
    expect([loads, parts.length]).toEqual([1, 1]);
    await act(async () => parts[0]?.("Fields"));
    expect(screen.getByText("Fields")).toBeTruthy();
    expect(loads).toBe(2);
  });

  test("each change after a load has ended is fetched at once", async () => {
    const loads = openPage();
    for (const count of [1, 2, 3]) {
      await press("Refresh");
      expect(loads).toHaveLength(count);
      await loads[count - 1]?.end();
    }
  });

  test("a refresh while a form is sent waits, so that the form leads where its answer says", async () => {
    const answers: ((answer: Response) => void)[] = [];
    let loads = 0;
    const Stub = createRemixStub([
      {
        path: "/",
        Component: PageWithForm,
        loader: () => {
          loads += 1;
          return null;
        },
        action: () => new Promise((resolve) => answers.push(resolve)),
      },
      { path: "/made", Component: () => <h1>Made</h1> },
    ]);
    render(<Stub />);
    await screen.findByRole("button", { name: "Save" });
    await press("Save");
    await press("Refresh");
    expect(loads).toBe(1);
    await act(async () => answers[0]?.(redirect("/made")));
    await screen.findByRole("heading", { name: "Made" });
  });
});
