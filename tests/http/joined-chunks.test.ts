import { finished } from "node:stream/promises";
import { expect, test } from "vitest";
import { joinedChunks } from "#app/http/joined-chunks.ts";

test("what is written between two flushes travels as one piece, and the rest at the end", async () => {
  const stream = joinedChunks();
  const pieces: string[] = [];
  stream.on("data", (piece: Buffer) => pieces.push(piece.toString("utf8")));

  stream.write(Buffer.from("<p>"));
  stream.write(Buffer.from("first"));
  stream.flush();
  stream.flush();
  stream.write(Buffer.from("</p>"));
  stream.end(Buffer.from("\n"));
  await finished(stream);

  expect(pieces).toEqual(["<p>first", "</p>\n"]);
});
