import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readAuthorization } from "#app/domain/authorization-result.ts";
import { AuthorizationPage } from "#app/ui/install/authorization-page.tsx";
import { renderPage } from "./render-page.tsx";

const server = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubGlobal("fetch", server);
  server.mockReset();
  window.localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status });
}

/** As the route's loader hands it to the page. */
function open(query: string) {
  const result = readAuthorization(new URLSearchParams(query));
  const isError = result.kind === "error";
  const initial = isError
    ? ({ step: "error", fault: result.fault } as const)
    : ({ step: "processing" } as const);
  const ticket = isError ? null : { token: result.token, shop: result.shop };
  return renderPage(<AuthorizationPage initial={initial} ticket={ticket} />, `/auth/success?${query}`);
}

const ticketQuery = "token=shp_x.ticket&shop=a.myshopify.com";
const session = { token: "shp_x.session", shop: "a.myshopify.com" };

describe("parameters of /auth/success", () => {
  it.each([
    ["error=access_denied&error_description=You%20said%20no", { said: "You said no" }],
    ["error=access_denied", { said: "access_denied" }],
    ["error=", "denied"],
    [`error=x&${ticketQuery}`, { said: "x" }],
    ["code=1&shop=a.myshopify.com", "unexpected"],
    ["", "missing"],
    ["token=1", "missing"],
    ["shop=a.myshopify.com", "missing"],
    ["code=1", "missing"],
  ])("%j is the error %j", (query, fault) => {
    expect(readAuthorization(new URLSearchParams(query))).toEqual({ kind: "error", fault });
  });
});

describe("the result page", () => {
  it("shows that it is processing, then success: session saved, address cleaned", async () => {
    const { promise, resolve: answer } = Promise.withResolvers<Response>();
    server.mockReturnValue(promise);
    open(ticketQuery);
    screen.getByText("Processing Authorization");
    screen.getByText("Please wait while we complete your app installation...");
    expect(server.mock.calls[0]?.[1]?.body).toBe(
      JSON.stringify({ token: "shp_x.ticket", shop: "a.myshopify.com" }),
    );
    await act(async () => answer(json(200, session)));
    await screen.findByText("a.myshopify.com has been successfully connected.");
    expect(window.localStorage.getItem("shopify_affiliate_token")).toBe("shp_x.session");
    expect(window.localStorage.getItem("shop_domain")).toBe("a.myshopify.com");
    expect(window.location.search).toBe("");
    await userEvent.click(screen.getByRole("button", { name: "Go to Dashboard Now" }));
    await screen.findByText("The dashboard");
  });

  it("counts five seconds down, then goes to the dashboard by itself", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1 });
    server.mockResolvedValue(json(200, session));
    open(ticketQuery);
    await screen.findByText(/in 5 seconds/);
    for (const left of ["4 seconds", "3 seconds", "2 seconds", "1 second"]) {
      await act(() => vi.advanceTimersByTimeAsync(1000));
      screen.getByText(`Redirecting to your dashboard in ${left}...`);
    }
    expect(screen.queryByText("The dashboard")).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    await screen.findByText("The dashboard");
  });

  it("shows a refused ticket as an error that keeps the parameters, to be tried again", async () => {
    server.mockResolvedValueOnce(json(403, { message: "Authentication failed" }));
    server.mockResolvedValueOnce(json(200, session));
    window.localStorage.setItem("shopify_affiliate_token", "another shop's");
    open(ticketQuery);
    await screen.findByText("Installation Failed");
    screen.getByText("Authentication failed");
    screen.getByText("Don't worry! You can try installing the app again.");
    expect(window.location.search).toBe(`?${ticketQuery}`);
    expect(window.localStorage.getItem("shopify_affiliate_token")).toBe("another shop's");
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByText(/successfully connected/);
  });

  it("shows the platform's error at once, and leads back to the installation", async () => {
    open("error=access_denied&error_description=The merchant did not grant access.");
    screen.getByText("The merchant did not grant access.");
    expect(server).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    await waitFor(() => screen.getByText("The merchant did not grant access."));
    await userEvent.click(screen.getByRole("link", { name: "Back to Installation" }));
    await screen.findByText("The install page");
  });
});
