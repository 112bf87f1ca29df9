import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import type { Answered } from "./answered.ts";
import { requestRoute } from "./route-requests.ts";
import { apiRequest } from "./merchant.ts";

const waitMs = 1000;
const longestWaits = 60;

/** Asks the API as a client that obeys it: told that it is too fast, it waits. Some hundred calls in a row are. */
export async function requestAtPace(token: string, path: string, waits = 0): Promise<Answered> {
  const answer = await requestRoute(apiRequest(token, path));
  if (answer.status !== 429 || waits === longestWaits) return answer;
  await wait(waitMs);
  return requestAtPace(token, path, waits + 1);
}

/** JSON of an answer with status 200. */
export async function askApi(token: string, path: string): Promise<unknown> {
  const { status, text } = await requestAtPace(token, path);
  expect([path, status]).toEqual([path, 200]);
  return JSON.parse(text);
}
