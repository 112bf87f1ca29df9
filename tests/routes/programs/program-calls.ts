import { answerApiRequest } from "#app/api/dispatch.ts";
import { apiRequest } from "../../support/merchant.ts";

export const usd = (amount: string) => ({ amount, currencyCode: "USD" });
export const commission = { type: "percentage", percent: "10" };
export const newCustomers = {
  id: "new",
  name: "New customers",
  when: { type: "all", of: [{ type: "customer", is: "new" }] },
  pay: { type: "percentage", percent: "20" },
};

type Answer = {
  status: number;
  body: { errors?: { field: string; message: string }[] } & Record<string, unknown>;
};

export const readAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: (await response.json()) as Answer["body"],
});

/** Calls of the API about programs, as a test makes them. */
export async function postProgram(token: string, terms: unknown): Promise<Answer> {
  const request = apiRequest(token, "/api/v1/programs", { method: "POST", body: { name: "Rules", terms } });
  return await readAnswer(await answerApiRequest(request));
}

export async function putProgram(token: string, id: string, body: unknown): Promise<Answer> {
  const request = apiRequest(token, `/api/v1/programs/${id}`, { method: "PUT", body });
  return await readAnswer(await answerApiRequest(request));
}

export async function getProgram(token: string, id: string): Promise<Answer> {
  const request = apiRequest(token, `/api/v1/programs/${id}`);
  return await readAnswer(await answerApiRequest(request));
}

export async function askPreview(token: string, body: unknown): Promise<Answer> {
  const request = apiRequest(token, "/api/v1/programs/preview", { method: "POST", body });
  return await readAnswer(await answerApiRequest(request));
}
