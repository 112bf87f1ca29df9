import { useSearchParams } from "@remix-run/react";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { charts } from "#app/i18n/en/admin/charts.ts";
import { ComparisonSelect, DateRangePicker } from "#app/ui/shared/date-range-picker.tsx";
import { provideTexts } from "#app/ui/texts/use-text.ts";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

provideTexts({ charts });

const today = "2026-11-25";
const days = { from: "2026-10-27", to: today };

function Address() {
  return <output data-testid="address">{useSearchParams()[0].toString()}</output>;
}

const show = (at: string) =>
  renderPage(
    <>
      <DateRangePicker days={days} today={today} />
      <Address />
    </>,
    { at },
  );
const address = () => screen.getByTestId("address").textContent;
async function open() {
  fireEvent.click(screen.getByRole("button", { name: /^Dates: / }));
  return await screen.findByRole("button", { name: "Apply" });
}

describe("the choice of days", () => {
  test("names the days of the address", () => {
    const first = show("/dashboard");
    expect(screen.getByRole("button").textContent).toContain("Last 30 days");
    first.unmount();
    const second = show("/dashboard?range=this-month");
    expect(screen.getByRole("button").textContent).toContain("This month");
    second.unmount();
    show("/dashboard?from=2026-10-27&to=2026-11-25");
    expect(screen.getByRole("button").textContent).toContain("Oct 27–Nov 25");
  });

  test("puts a range into the address, and keeps what else is there", async () => {
    show("/dashboard?from=2026-10-27&to=2026-11-25&by=week&page=2&program=prg_1");
    const apply = await open();
    expect(address()).toContain("from=2026-10-27");
    fireEvent.click(screen.getByRole("button", { name: "Last 7 days" }));
    expect(screen.getByLabelText("Start date")).toHaveProperty("value", "2026-11-19");
    fireEvent.click(apply);
    await waitFor(() => expect(address()).toBe("range=last-7&program=prg_1"));
    expect(screen.queryByRole("button", { name: "Apply" })).toBeNull();
  });

  test("takes days that are typed, in their order", async () => {
    show("/dashboard?range=today");
    const apply = await open();
    fireEvent.change(screen.getByLabelText("Start date"), { target: { value: "2026-11-20" } });
    fireEvent.change(screen.getByLabelText("End date"), { target: { value: "2026-11-10" } });
    expect(screen.getByText("Choose an end date on or after the start date.")).toBeDefined();
    expect(apply.getAttribute("aria-disabled")).toBe("true");
    fireEvent.change(screen.getByLabelText("End date"), { target: { value: "2026-11-22" } });
    fireEvent.click(apply);
    await waitFor(() => expect(address()).toBe("from=2026-11-20&to=2026-11-22"));
  });

  test("takes days of a calendar of two months, and changes nothing when canceled", async () => {
    const { container } = show("/dashboard");
    await open();
    expect(screen.getAllByRole("grid").length).toBe(2);
    expect(await accessibilityFaults(container)).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: /November 3 2026/ }));
    expect(screen.getByLabelText("Start date")).toHaveProperty("value", "2026-11-03");
    fireEvent.click(screen.getByRole("button", { name: /November 9 2026/ }));
    expect(screen.getByLabelText("Start date")).toHaveProperty("value", "2026-11-03");
    expect(screen.getByLabelText("End date")).toHaveProperty("value", "2026-11-09");
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(address()).toBe("");
  });
});

test("a comparison is a previous period, a previous year, or none", () => {
  const onChange = vi.fn<(value: string) => void>();
  renderPage(<ComparisonSelect value="previous" onChange={onChange} />);
  const select = screen.getByLabelText("Comparison");
  expect(
    within(select)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["vs. previous period", "vs. previous year", "No comparison"]);
  fireEvent.change(select, { target: { value: "year" } });
  expect(onChange.mock.calls[0]?.[0]).toBe("year");
});
