import { z } from "zod";

/** Answer of a route: a response, or a form's data, returned or thrown. */
export type Answered = {
  readonly status: number;
  /** Names of the fields that it says are wrong. */
  readonly fields: readonly string[];
  readonly text: string;
  /** Where a redirect leads; null where it is none. */
  readonly location: string | null;
};

const problem = z.object({ errors: z.array(z.object({ field: z.string() })) });
const withStatus = z.object({ data: z.unknown(), init: z.object({ status: z.number() }).nullable() });

function fieldsOf(body: unknown): string[] {
  const read = problem.safeParse(body);
  return read.success ? read.data.errors.map((error) => error.field) : [];
}

/** @throws what was thrown, when it is no answer: that would have been a 500. */
export async function answeredBy(result: unknown): Promise<Answered> {
  if (result instanceof Response) {
    const text = await result.text();
    const isJson = /json/.test(result.headers.get("Content-Type") ?? "");
    const fields = isJson ? fieldsOf(JSON.parse(text)) : [];
    return { status: result.status, fields, text, location: result.headers.get("Location") };
  }
  if (result instanceof Error) throw result;
  const wrapped = withStatus.safeParse(result);
  if (wrapped.success) {
    const { data, init } = wrapped.data;
    return {
      status: init?.status ?? 200,
      fields: fieldsOf(data),
      text: JSON.stringify(data),
      location: null,
    };
  }
  return { status: 200, fields: [], text: JSON.stringify(result), location: null };
}

/** The answer with its text as JSON, if it is JSON. */
export function withData(answered: Answered): Answered & { readonly data: unknown } {
  const isJson = /^[[{]/.test(answered.text);
  return { ...answered, data: isJson ? JSON.parse(answered.text) : answered.text };
}
