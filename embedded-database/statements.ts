import { frontend } from "./protocol.ts";

const startsStatement = String.raw`(?:^|;)(?:\s|--[^\n]*\n|/\*[\s\S]*?\*/)*`;
const copyIn = new RegExp(String.raw`${startsStatement}copy\b[^;]*\bfrom\s+stdin\b`, "i");
const listening = new RegExp(String.raw`${startsStatement}listen\s+("(?:[^"]|"")+"|[\w$]+)`, "gi");
const unlistening = new RegExp(String.raw`${startsStatement}unlisten\s+("(?:[^"]|"")+"|[\w$]+|\*)`, "i");

/** Refuses inside the engine, so that an open transaction fails as it would after any other error. */
const refusesCopy =
  "do $$ begin raise exception using errcode = '0A000', message = " +
  "'embedded database: COPY FROM STDIN is not supported here', hint = 'Use INSERT, or a PostgreSQL server.'; end $$";

function channelOf(written: string): string {
  return written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written.toLowerCase();
}

export type ClientStatements = {
  /** The message as the engine may see it: statements renamed, what the engine cannot do replaced. */
  translate: (message: Buffer) => Buffer;
  /** The client's named statements, by the names the engine knows. */
  named: () => string[];
  /** The client's latest unnamed statement, to be told again when another client's has replaced it. */
  unnamed: () => Buffer | undefined;
  listensTo: (channel: string) => boolean;
};

/** Keeps what is the session's on a real server apart for each client of an engine that has one session. */
export function createClientStatements(client: number): ClientStatements {
  const names = new Set<string>();
  const channels = new Set<string>();
  let unnamed: Buffer | undefined;

  function withName(message: Buffer, at: number): Buffer {
    if (message[at] === 0) return message;
    const name = `c${client}_${message.toString("utf8", at, message.indexOf(0, at))}`;
    if (message[0] === frontend.parse) names.add(name);
    if (message[0] === frontend.close) names.delete(name);
    const renamed = Buffer.concat([
      message.subarray(0, at),
      Buffer.from(`c${client}_`),
      message.subarray(at),
    ]);
    renamed.writeInt32BE(renamed.length - 1, 1);
    return renamed;
  }

  /** `at` is where the statement's text begins; it ends with a zero byte. */
  function withText(message: Buffer, at: number): Buffer {
    const end = message.indexOf(0, at);
    const text = message.toString("utf8", at, end);
    for (const [, channel] of text.matchAll(listening)) if (channel) channels.add(channelOf(channel));
    const leaves = unlistening.exec(text)?.[1];
    if (leaves === "*") channels.clear();
    else if (leaves) channels.delete(channelOf(leaves));
    if (!leaves && !copyIn.test(text)) return message;
    // The engine keeps listening for the other clients: this one is only no longer told.
    const instead = Buffer.from(leaves ? "do $$ begin end $$" : refusesCopy);
    const changed = Buffer.concat([message.subarray(0, at), instead, message.subarray(end)]);
    changed.writeInt32BE(changed.length - 1, 1);
    return changed;
  }

  function translateParse(message: Buffer): Buffer {
    const told = withText(message, message.indexOf(0, 5) + 1);
    if (told[5] === 0) unnamed = told;
    return withName(told, 5);
  }

  return {
    translate(message) {
      const namesStatement = message[5] === 83;
      if (message[0] === frontend.query) return withText(message, 5);
      if (message[0] === frontend.parse) return translateParse(message);
      if (message[0] === frontend.bind) return withName(message, message.indexOf(0, 5) + 1);
      if (message[0] === frontend.describe && namesStatement) return withName(message, 6);
      if (message[0] === frontend.close && namesStatement) return withName(message, 6);
      return message;
    },
    named: () => [...names],
    unnamed: () => unnamed,
    listensTo: (channel) => channels.has(channel),
  };
}

/** True for a message that speaks of the unnamed statement without defining it. */
export function usesUnnamedStatement(message: Buffer): boolean {
  if (message[0] === frontend.bind) return message[message.indexOf(0, 5) + 1] === 0;
  return message[0] === frontend.describe && message[5] === 83 && message[6] === 0;
}

export function definesUnnamedStatement(message: Buffer): boolean {
  return message[0] === frontend.parse && message[5] === 0;
}
