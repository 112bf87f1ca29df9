import { createRemixStub } from "@remix-run/testing";
import { Frame } from "@shopify/polaris";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import type { EmailWire } from "#app/contracts/emails.ts";
import { EmailPage } from "#app/ui/admin/settings/emails/email-page.tsx";
import { EmailsPage } from "#app/ui/admin/settings/emails/emails-page.tsx";
import { AppProviders } from "#app/ui/state/app-providers.tsx";

const text = {
  language: "en",
  default: { subject: "You earned {amount}", body: "Hi {name},\n\nwell done." },
  custom: null,
  fits: true,
  button: "View order",
  variables: [{ name: "amount", about: "The amount", sample: "$19.35" }],
} as const;

const sale: EmailWire = {
  id: "sale",
  audience: "affiliate",
  group: "sales",
  title: "Sale",
  about: "An order is credited to an affiliate.",
  enabled: true,
  essential: null,
  digestOf: null,
  texts: [{ ...text, variables: [...text.variables] }],
};
const severalSales: EmailWire = { ...sale, id: "sale_digest", title: "Several sales", digestOf: "sale" };
const signIn: EmailWire = {
  ...sale,
  id: "sign_in",
  title: "Sign-in link",
  essential: "It has a link that people need.",
};

/** The page with an action that keeps what was posted and answers `answer`, or the answers in turn. */
function open(page: ReactNode, answer: unknown) {
  const posted: Record<string, unknown>[] = [];
  const Stub = createRemixStub([
    {
      path: "/",
      Component: () => (
        <AppProviders theme="light" host={{ embedded: false, developing: false }}>
          <Frame>{page}</Frame>
        </AppProviders>
      ),
      action: async ({ request }) => {
        posted.push(Object.fromEntries(await request.formData()));
        return Array.isArray(answer) ? answer[posted.length - 1] : answer;
      },
    },
    {
      path: "/dashboard/settings/notifications",
      action: async ({ request }) => {
        posted.push(Object.fromEntries(await request.formData()));
        return { ok: true, enabled: posted.at(-1)?.["enabled"] === "true" };
      },
    },
  ]);
  render(<Stub />);
  return posted;
}

const preview = { subject: "You earned $19.35", html: "<p>well done.</p>", text: "Hi Maya,\n\nwell done." };

function openEmail(answer: unknown, email: EmailWire = sale) {
  const testTo = [{ value: "me" as const, email: "tom@a.test" }];
  return open(
    <EmailPage email={email} language="en" preview={preview} testTo={testTo} answer={undefined} />,
    answer,
  );
}

describe("the emails page", () => {
  it("turns an email off, and says why another stays on", async () => {
    const page = <EmailsPage emails={[sale, severalSales, signIn]} contactEmail="owner@a.test" />;
    const posted = open(page, { ok: true, enabled: false });
    await screen.findByText("Always on. It has a link that people need.");
    screen.getByText("Turned on and off with “Sale”.");
    expect(screen.queryByRole("button", { name: "Turn off: Sign-in link" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Turn off: Sale" }));
    await screen.findByText("Email turned off");
    expect(posted).toEqual([{ kind: "sale", enabled: "false" }]);
  });
});

describe("the page of an email", () => {
  it("previews what is typed, in a frame without scripts", async () => {
    const updated = { subject: "Hello $19.35", html: "<p>new</p>", text: "new text" };
    const posted = openEmail({ ok: true, intent: "preview", preview: updated });
    const subject = await screen.findByLabelText("Subject");
    await userEvent.clear(subject);
    await userEvent.type(subject, "Hello {{amount}");
    await userEvent.click(screen.getByRole("button", { name: "Update preview" }));
    await screen.findByText("Hello $19.35");
    expect(posted).toMatchObject([{ intent: "preview", language: "en", subject: "Hello {amount}" }]);
    const frame = screen.getByTitle("Preview of the email");
    expect(frame.getAttribute("sandbox")).toBe("");
    expect(frame.getAttribute("srcdoc")).toBe("<p>new</p>");
    await userEvent.click(screen.getByRole("button", { name: "Show as plain text" }));
    screen.getByText("new text");
  });

  it("shows what is wrong at its field, and sends a test to a known address", async () => {
    const message = "{x} isn't a variable of this email. Use {amount}.";
    const posted = openEmail({ ok: false, message, errors: [{ field: "body", message }] });
    await userEvent.click(await screen.findByRole("button", { name: "Send test" }));
    await screen.findByText(message);
    expect(screen.getByLabelText("Body").getAttribute("aria-invalid")).toBe("true");
    expect(posted).toMatchObject([{ intent: "test", to: "me" }]);
  });

  it("forgets an error once the corrected text was previewed", async () => {
    const message = "{x} isn't a variable of this email. Use {amount}.";
    openEmail([
      { ok: false, message, errors: [{ field: "body", message }] },
      { ok: true, intent: "preview", preview },
    ]);
    await userEvent.click(await screen.findByRole("button", { name: "Update preview" }));
    await screen.findByText(message);
    await userEvent.click(screen.getByRole("button", { name: "Update preview" }));
    await screen.findByText("Preview updated");
    expect(screen.queryByText(message)).toBeNull();
  });

  it("turns the email off and on", async () => {
    const posted = openEmail(undefined);
    // Polaris draws the actions of a page twice to measure them.
    const [turnOff] = await screen.findAllByRole("button", { name: "Turn off" });
    await userEvent.click(turnOff as HTMLElement);
    await screen.findByText("Email turned off");
    expect(posted).toEqual([{ kind: "sale", enabled: "false" }]);
  });

  it("turns the email on again from its notice", async () => {
    const posted = openEmail(undefined, { ...sale, enabled: false });
    await userEvent.click(await screen.findByRole("button", { name: "Turn on" }));
    await screen.findByText("Email turned on");
    expect(posted).toEqual([{ kind: "sale", enabled: "true" }]);
  });

  it("has no switch where another email's switch decides", async () => {
    openEmail(undefined, severalSales);
    await screen.findByLabelText("Subject");
    expect(screen.queryByRole("button", { name: "Turn off" })).toBeNull();
  });
});
