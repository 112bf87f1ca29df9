import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { ApiKeysPage } from "#app/ui/admin/settings/api-keys-page.tsx";
import { renderPage } from "../shell/stub.tsx";

const keys = [
  {
    id: "key_1",
    name: "Export",
    lastFour: "wxyz",
    scope: "read" as const,
    createdBy: "Ada",
    createdAt: "2026-03-02T00:00:00.000Z",
    lastUsedAt: null,
    revokedAt: null,
  },
];

/** The page with an action that keeps what was posted and answers `answer`. */
function open(answer: unknown) {
  const posted: Record<string, unknown>[] = [];
  renderPage(<ApiKeysPage keys={keys} timeZone="UTC" />, {
    at: "/dashboard/settings/api",
    answer: (form) => {
      posted.push(Object.fromEntries(form));
      return answer;
    },
  });
  return posted;
}

describe("Settings ▸ API", () => {
  it("shows a new key once, to be copied", async () => {
    const posted = open({ ok: true, intent: "make-key", text: "ak_secret" });
    await userEvent.type(await screen.findByLabelText("Key name"), "Books");
    await userEvent.click(screen.getByRole("button", { name: "Create API key" }));
    await screen.findByText("ak_secret");
    screen.getByRole("button", { name: "Copy key" });
    expect(posted).toEqual([{ intent: "make-key", keyName: "Books", scope: "read" }]);
  });

  it("asks before it revokes a key", async () => {
    const posted = open({ ok: true, intent: "revoke-key" });
    await userEvent.click(await screen.findByRole("button", { name: "Revoke Export" }));
    await screen.findByText("Revoke Export?");
    expect(posted).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Revoke key" }));
    await waitFor(() => expect(posted).toEqual([{ intent: "revoke-key", apiKeyId: "key_1" }]));
    await screen.findByText("API key revoked");
  });
});
