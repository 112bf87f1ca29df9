import { env } from "#app/platform/env.server.ts";

/** The operator of this server, as set in the environment. */
export type Operator = {
  readonly name: string | null;
  readonly contact: { readonly text: string; readonly url: string } | null;
};

export function readOperator(): Operator {
  const { OPERATOR_NAME: name = null, OPERATOR_CONTACT: text } = env();
  if (text === undefined) return { name, contact: null };
  return { name, contact: { text, url: text.includes("://") ? text : `mailto:${text}` } };
}
