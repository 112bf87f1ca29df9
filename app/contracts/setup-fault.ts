/** Body of the answer to a page of the admin while this installation cannot verify the platform's session tokens. */
export const setupFault = { code: "not_set_up", errors: [] } as const;

export function isSetupFault(body: unknown): boolean {
  return typeof body === "object" && body !== null && "code" in body && body.code === setupFault.code;
}
