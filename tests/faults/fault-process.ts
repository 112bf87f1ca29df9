import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Answer, Question } from "./worker.ts";

const environment = {
  NODE_ENV: "test",
  APP_SECRET: "a-secret-for-the-faults-of-at-least-32-characters",
  SHOPIFY_API_KEY: "test-key",
  SHOPIFY_API_SECRET: "test-secret",
  SHOPIFY_APP_URL: "http://localhost:3000",
  LOG_LEVEL: "silent",
  TZ: "UTC",
} as const;

/** A process that loads faults into copies of the app, one after the other. It is replaced when one ends it. */
export class FaultProcess {
  readonly #databaseUrl: string;
  #child: ChildProcess | null = null;

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  ask(question: Question): Promise<Answer> {
    const child = (this.#child ??= this.#start());
    return new Promise((resolve) => {
      const died = (code: number | null) => {
        this.#child = null;
        resolve({ seed: null, difference: null, problem: `The process ended with ${code}.` });
      };
      child.once("exit", died);
      child.once("message", (answer) => {
        child.off("exit", died);
        resolve(answer as Answer);
      });
      child.send(question);
    });
  }

  stop(): void {
    this.#child?.disconnect();
    this.#child = null;
  }

  #start(): ChildProcess {
    const file = fileURLToPath(new URL("./worker.ts", import.meta.url));
    return fork(file, {
      env: { ...process.env, ...environment, DATABASE_URL: this.#databaseUrl },
      execArgv: [],
    });
  }
}
