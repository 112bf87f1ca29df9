import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { describe, expect, test, vi } from "vitest";
import { useConfirm } from "#app/ui/shared/confirm-modal.tsx";
import { CopyButton } from "#app/ui/shared/copy-button.tsx";
import { bannerMessage, ErrorBanner, fieldError } from "#app/ui/shared/error-banner.tsx";
import {
  formatBps,
  formatCount,
  formatDateTime,
  formatDay,
  formatMoney,
  formatRatio,
} from "#app/ui/shared/format.ts";
import { NotFoundPage } from "#app/ui/shared/not-found-page.tsx";
import { useUiActions } from "#app/ui/state/ui-provider.tsx";
import { renderPage } from "./stub.tsx";

function Asker({ onConfirm }: { onConfirm: () => void }) {
  const confirm = useConfirm();
  const question = { title: "Suspend?", message: "No new credit.", confirmLabel: "Suspend", onConfirm };
  return <button onClick={() => confirm(question)}>ask</button>;
}

function RefusedForm() {
  const [answer, setAnswer] = useState({});
  return (
    <>
      <ErrorBanner message="It broke" answer={answer} />
      <button onClick={() => setAnswer({})}>submit</button>
    </>
  );
}

/** A list whose rows are deleted, from the row itself or from a menu that stands elsewhere. */
function Rows({ answer }: { answer: Promise<void> }) {
  const confirm = useConfirm();
  const [rows, setRows] = useState(["one", "two"]);
  const [menu, setMenu] = useState(false);
  const remove = (row: string) =>
    confirm({
      title: "Delete?",
      message: "It is gone then.",
      confirmLabel: "Delete",
      onConfirm: () => void answer.then(() => setRows((before) => before.filter((one) => one !== row))),
    });
  return (
    <main>
      <section aria-label="links">
        {rows.length > 0 && (
          <ul aria-label="rows">
            {rows.map((row) => (
              <li key={row}>
                <button onClick={() => remove(row)}>{`delete ${row}`}</button>
              </li>
            ))}
          </ul>
        )}
        <button aria-controls="more" onClick={() => setMenu(true)}>
          more
        </button>
      </section>
      {menu &&
        createPortal(
          <div id="more">
            <button
              onClick={() => {
                remove("one");
                setMenu(false);
              }}
            >
              from the menu
            </button>
          </div>,
          document.body,
        )}
    </main>
  );
}

async function deleteBy(name: string) {
  const button = screen.getByText(name);
  button.focus();
  fireEvent.click(button);
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
}

function Waiter() {
  const { setGlobalLoading } = useUiActions();
  return <button onClick={() => setGlobalLoading(true, "Sending 3 invitations")}>go</button>;
}

describe("the error banner", () => {
  test("renders nothing without a message", () => {
    renderPage(<ErrorBanner message={null} />);
    expect(screen.queryByText("Error")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("is titled Error, and has no button that leads nowhere", () => {
    renderPage(<ErrorBanner message="It broke" />);
    expect(screen.queryByText("Error")).not.toBeNull();
    expect(screen.queryByText("It broke")).not.toBeNull();
    expect(screen.queryByText("Try Again")).toBeNull();
  });

  test("tries again and is dismissed where handlers are given", () => {
    const onRetry = vi.fn<() => void>();
    const onDismiss = vi.fn<() => void>();
    renderPage(<ErrorBanner title="Installation Error" message="m" {...{ onRetry, onDismiss }} />);
    expect(screen.queryByText("Installation Error")).not.toBeNull();
    fireEvent.click(screen.getByText("Try Again"));
    fireEvent.click(screen.getByLabelText("Dismiss notification"));
    expect([onRetry.mock.calls.length, onDismiss.mock.calls.length]).toEqual([1, 1]);
  });

  test("is dismissed without a handler, and comes back with the next answer in the same words", () => {
    renderPage(<RefusedForm />);
    fireEvent.click(screen.getByLabelText("Dismiss notification"));
    expect(screen.queryByText("It broke")).toBeNull();
    fireEvent.click(screen.getByText("submit"));
    expect(screen.queryByText("It broke")).not.toBeNull();
  });
});

describe("a confirmation", () => {
  test("leaves the keyboard where its row was: in the list, or around it when that is gone", async () => {
    const later = Promise.withResolvers<void>();
    renderPage(<Rows answer={later.promise} />);
    await deleteBy("delete one");
    // First the button has it, as long as it is there.
    await waitFor(() => expect(document.activeElement?.textContent).toBe("delete one"));
    later.resolve();
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("rows"));
    await deleteBy("delete two");
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("links"));
    screen.getByText("more").focus();
    expect(screen.getByLabelText("links").hasAttribute("tabindex")).toBe(false);
  });

  test("asked for in a menu leaves the keyboard at the menu's button", async () => {
    renderPage(<Rows answer={Promise.resolve()} />);
    fireEvent.click(screen.getByText("more"));
    await deleteBy("from the menu");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("more"));
  });

  test("leaves a person alone who went on before the row is gone", async () => {
    const later = Promise.withResolvers<void>();
    renderPage(<Rows answer={later.promise} />);
    await deleteBy("delete one");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("delete one"));
    screen.getByText("more").focus();
    later.resolve();
    await waitFor(() => expect(screen.queryByText("delete one")).toBeNull());
    expect(document.activeElement?.textContent).toBe("more");
  });

  test("acts on the confirmation, and does nothing on Cancel", async () => {
    const onConfirm = vi.fn<() => void>();
    renderPage(<Asker onConfirm={onConfirm} />);
    fireEvent.click(screen.getByText("ask"));
    expect(screen.queryByText("No new credit.")).not.toBeNull();
    fireEvent.click(screen.getByText("Cancel"));
    await waitFor(() => expect(screen.queryByText("No new credit.")).toBeNull());
    expect(onConfirm).not.toHaveBeenCalled();
    fireEvent.click(screen.getByText("ask"));
    fireEvent.click(screen.getByRole("button", { name: "Suspend" }));
    expect(onConfirm).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByText("No new credit.")).toBeNull());
  });
});

test("a wait for the whole page says what it waits for", () => {
  renderPage(<Waiter />);
  expect(screen.queryByRole("status")).toBeNull();
  fireEvent.click(screen.getByText("go"));
  expect(screen.getByRole("status").textContent).toContain("Sending 3 invitations");
});

test("copying says that it was done", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  renderPage(<CopyButton text="https://x/r/BEA" />);
  fireEvent.click(screen.getByText("Copy"));
  await screen.findByText("Copied to clipboard");
  expect(writeText).toHaveBeenCalledWith("https://x/r/BEA");
  Reflect.deleteProperty(navigator, "clipboard");
});

describe("the not-found page (SPEC §2)", () => {
  test.each(["/portal/orders/404", "/not-found?portal=1"])("leads from %s to the portal", (at) => {
    renderPage(<NotFoundPage />, { at });
    const link = screen.getByRole("link", { name: "Go to your affiliate page" });
    expect(link.getAttribute("href")).toBe("/portal");
    expect(screen.queryByText("Go to Dashboard")).toBeNull();
  });

  test("has its texts, and its buttons lead on", async () => {
    const { container } = renderPage(<NotFoundPage />, { at: "/not-found", paths: ["/dashboard"] });
    for (const text of [
      "404",
      "Oops! Page Not Found",
      "The page you're looking for doesn't exist",
      "Go Back",
    ]) {
      expect(screen.getByText(text)).toBeDefined();
    }
    const support = screen.getByRole("link", { name: /^contact our support team/ });
    expect(support.closest("p")?.textContent).toBe(
      "If you believe this is an error, please contact our support team.",
    );
    expect([support.getAttribute("href"), support.getAttribute("target")]).toEqual([
      "/privacy#contact",
      "_blank",
    ]);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Oops! Page Not Found");
    expect(container.textContent).toMatch(/double-check the URL or use the navigation menu/);
    fireEvent.click(screen.getByText("Go to Dashboard"));
    expect(await screen.findByText("arrived at /dashboard")).toBeDefined();
  });
});

const written = () => [
  formatMoney({ amount: "-1234.5", currencyCode: "USD" }),
  formatRatio(0.125),
  formatCount(12_345),
  formatDay("2026-03-31"),
];

describe("formats", () => {
  test("money keeps the digits of its currency and never passes through a float", () => {
    expect(formatMoney({ amount: "0.00", currencyCode: "USD" })).toBe("$0.00");
    expect(formatMoney({ amount: "-1234.5", currencyCode: "USD" })).toBe("-$1,234.50");
    expect(formatMoney({ amount: "20", currencyCode: "JPY" })).toBe("¥20");
    expect(formatMoney({ amount: "1.250", currencyCode: "KWD" })).toBe("KWD\u00A01.250");
    expect(formatMoney({ amount: "-1234.5", currencyCode: "BHD" })).toBe("-BHD\u00A01,234.500");
    expect(formatMoney({ amount: "90071992547409931.07", currencyCode: "EUR" })).toBe(
      "€90,071,992,547,409,931.07",
    );
  });

  test("ratios and rates", () => {
    expect([formatRatio(0), formatRatio(0.125), formatRatio(1 / 3), formatBps(1250)]).toEqual([
      "0%",
      "12.5%",
      "33.33%",
      "12.5%",
    ]);
  });

  test("instants are written in the shop's time zone", () => {
    const late = "2026-11-20T02:04:00.000Z";
    expect(formatDateTime(late, "America/New_York")).toBe("Nov 19, 2026, 9:04 PM EST");
    expect(formatDateTime(late, "UTC")).toBe("Nov 20, 2026, 2:04 AM UTC");
  });

  test("numbers and days are written as the page's reader writes them, in digits that all can read", () => {
    const { dataset } = document.documentElement;
    dataset["locale"] = "de-DE";
    expect(written()).toEqual(["-1.234,50\u00A0$", "12,5\u00A0%", "12.345", "31.03.2026"]);
    // The reader's separators, with as many digits as the currency has.
    expect(formatMoney({ amount: "1234", currencyCode: "JPY" })).toBe("1.234\u00A0¥");
    expect(formatMoney({ amount: "1234.5", currencyCode: "BHD" })).toBe("1.234,500\u00A0BHD");
    dataset["locale"] = "fr-FR";
    // Narrow spaces, of which not all browsers know, are written as ordinary ones that do not break.
    expect(written().slice(0, 2)).toEqual(["-1\u00A0234,50\u00A0$US", "12,5\u00A0%"]);
    dataset["locale"] = "ar-EG";
    expect(written()[2]).toBe("12,345");
    delete dataset["locale"];
    expect(written()[0]).toBe("-$1,234.50");
  });
});

test("field errors are shown at their field, the rest in the banner", () => {
  const refusal = { message: "m", errors: [{ field: "name", message: "Enter a name" }] };
  expect(fieldError(refusal, "name")).toBe("Enter a name");
  expect(fieldError(refusal, "email")).toBeUndefined();
  expect(fieldError(null, "name")).toBeUndefined();
  expect(bannerMessage(refusal, ["name", "email"])).toBeNull();
  expect(bannerMessage(refusal, ["email"])).toBe("m");
  expect(bannerMessage({ message: "m", errors: [] }, ["name"])).toBe("m");
  expect(bannerMessage(null, [])).toBeNull();
});
