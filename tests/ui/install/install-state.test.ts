import { describe, expect, it } from "vitest";
import { initialInstallState, type InstallEvent, installReducer } from "#app/ui/install/install-page.tsx";

const input = initialInstallState({ shopDomain: "", error: null });
const after = (...events: InstallEvent[]) => events.reduce(installReducer, input);
const submitted = { type: "submitted", shopDomain: "a.myshopify.com" } as const;
const failed = { type: "failed", error: "Resource not found." } as const;

describe("installation step", () => {
  it("goes from input to validating, which clears the error and loads", () => {
    expect(after(failed, submitted)).toMatchObject({
      currentStep: "validating",
      error: null,
      isLoading: true,
    });
  });

  it("goes on to redirecting with the address", () => {
    const state = after(submitted, { type: "answered", installUrl: "https://x" });
    expect(state).toMatchObject({ currentStep: "redirecting", installUrl: "https://x" });
  });

  it("goes to error, and reset clears error, loading and address", () => {
    expect(after(submitted, failed)).toMatchObject({
      currentStep: "error",
      error: "Resource not found.",
      isLoading: false,
    });
    const again = after(submitted, { type: "answered", installUrl: "https://x" }, failed, { type: "reset" });
    expect(again).toMatchObject({ currentStep: "input", error: null, isLoading: false, installUrl: null });
  });

  it("begins in error with what the server said to a form without a script", () => {
    expect(initialInstallState({ shopDomain: "x", error: "No" }).currentStep).toBe("error");
  });
});
