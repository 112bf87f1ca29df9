/** Parts that every page may show: errors, copies, files, and the page that isn't there. */
export const common = {
  copy: {
    button: "Copy",
    done: "Copied to clipboard",
    forbidden: "Copying isn't allowed here. Select the text and copy it.",
  },
  close: "Close",
  cancel: "Cancel",
  save: "Save",
  discard: "Discard",
  cantRefresh: "Can't refresh. Trying again.",
  timeline: { none: "Nothing has happened yet" },
  error: {
    title: "Error",
    retry: "Try Again",
    address: "Part of this address isn't valid and was ignored",
  },
  /** Errors of a request, word for word those of the specification. */
  request: {
    network: "Network error. Please check your connection.",
    timeout: "Request timeout. Please try again.",
    parse: "Couldn't read the server's answer.",
    unexpected: "An unexpected error occurred. Please try again.",
    unauthenticated: "Authentication failed. Please install the app again.",
    denied: "Access denied. Please check your permissions.",
    missing: "Resource not found.",
  },
  fault: {
    title: "Something went wrong",
    denied: "Access denied",
    load: "Couldn't load this page.",
    text: "Your data is safe. If this keeps happening, please <support>contact our support team</support>.",
  },
  setup: {
    title: "This app is not set up correctly",
    text: "The app can't verify who you are. Please contact the app's operator.",
    operator:
      "If you're the operator, compare SHOPIFY_API_KEY and SHOPIFY_API_SECRET with the app's settings in the Dev Dashboard, check the server's clock, and run npm run doctor.",
  },
  file: {
    preparing: "Preparing the file...",
    received: "Preparing the file... {size} kB so far",
  },
  move: {
    up: "Up",
    down: "Down",
    itemUp: "Move {name} up",
    itemDown: "Move {name} down",
    moved: "{name} is now number {place} of {total}",
    place: "{place}. {name}",
  },
  /** Word for word the texts of the specification. */
  notFound: {
    title: "Page Not Found",
    code: "404",
    heading: "Oops! Page Not Found",
    text: "The page you're looking for doesn't exist",
    help: "Please double-check the URL or use the navigation menu.",
    dashboard: "Go to Dashboard",
    portal: "Go to your affiliate page",
    back: "Go Back",
    support: "If you believe this is an error, please <support>contact our support team</support>.",
  },
} as const;
