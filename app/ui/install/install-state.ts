/** SPEC §4: input → validating → redirecting, or → error; reset returns to input. */
export type InstallState = {
  readonly currentStep: "input" | "validating" | "redirecting" | "error";
  readonly shopDomain: string;
  readonly error: string | null;
  readonly isLoading: boolean;
  readonly installUrl: string | null;
};

export type InstallEvent =
  | { readonly type: "typed"; readonly shopDomain: string }
  | { readonly type: "submitted"; readonly shopDomain: string }
  | { readonly type: "answered"; readonly installUrl: string }
  | { readonly type: "failed"; readonly error: string }
  | { readonly type: "dismissed" }
  | { readonly type: "reset" };

export function initialInstallState(given: { shopDomain: string; error: string | null }): InstallState {
  const currentStep = given.error === null ? "input" : "error";
  return { ...given, currentStep, isLoading: false, installUrl: null };
}

export function installReducer(state: InstallState, event: InstallEvent): InstallState {
  switch (event.type) {
    case "typed":
      return { ...state, shopDomain: event.shopDomain };
    case "submitted":
      return {
        ...state,
        currentStep: "validating",
        shopDomain: event.shopDomain,
        error: null,
        isLoading: true,
      };
    case "answered":
      return { ...state, currentStep: "redirecting", installUrl: event.installUrl };
    case "failed":
      return { ...state, currentStep: "error", error: event.error, isLoading: false };
    case "dismissed":
      return { ...state, currentStep: "input", error: null };
    case "reset":
    default:
      return { ...state, currentStep: "input", error: null, isLoading: false, installUrl: null };
  }
}
