import { Form, Link, useActionData, useRevalidator } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { act, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { usePageAnswer } from "#app/ui/shared/form/use-intent.ts";

function Page() {
  const answer = usePageAnswer<{ message: string }>();
  const { revalidate } = useRevalidator();
  return (
    <>
      <output aria-label="Answer">{answer?.message ?? "nothing"}</output>
      <output aria-label="Router">{useActionData() ? "has an answer" : "has none"}</output>
      <Form method="post">
        <button>Save</button>
      </Form>
      <button onClick={revalidate}>Update</button>
      <Link to="?page=2">Next page</Link>
    </>
  );
}

const press = (name: string) => act(async () => screen.getByRole("button", { name }).click());
const shown = (label: string) => screen.getByLabelText(label).textContent;

test("a form's answer outlives live updates, and ends with the next answer or another address", async () => {
  const messages = ["Enter a name", "Enter a rate"];
  const Stub = createRemixStub([
    {
      path: "/",
      Component: Page,
      loader: () => null,
      action: () => ({ message: messages.shift() ?? "" }),
      HydrateFallback: () => null,
    },
  ]);
  render(<Stub />);
  await screen.findByText("nothing");
  await press("Save");
  await screen.findByText("Enter a name");
  for (const time of [1, 2]) {
    await press("Update");
    expect([time, shown("Answer"), shown("Router")]).toEqual([time, "Enter a name", "has none"]);
  }
  await press("Save");
  await screen.findByText("Enter a rate");
  await press("Update");
  expect(shown("Answer")).toBe("Enter a rate");
  await act(async () => screen.getByRole("link", { name: "Next page" }).click());
  expect(shown("Answer")).toBe("nothing");
});
