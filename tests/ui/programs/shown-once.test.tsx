import { useLocation, useNavigate } from "@remix-run/react";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { useShownOnce } from "#app/ui/shared/use-shown-once.ts";
import { renderPage } from "../shell/stub.tsx";

function Programs() {
  const { search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      {useShownOnce("deleted") && <p>Program deleted</p>}
      <output>{search}</output>
      <button onClick={() => navigate("?page=2")}>next</button>
    </>
  );
}

test("what a page says once leaves its address at once, and ends with the next address", async () => {
  renderPage(<Programs />, { at: "/dashboard/programs?deleted=1&sort=name" });
  screen.getByText("Program deleted");
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("?sort=name"));
  screen.getByText("Program deleted");
  fireEvent.click(screen.getByText("next"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("?page=2"));
  expect(screen.queryByText("Program deleted")).toBeNull();
});
