import { describe, expect, test } from "vitest";
import { readLogo } from "#app/domain/logo-image.ts";
import { pngOf } from "../support/png.ts";

const bytes = (...parts: (number[] | string)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))),
  );

const jpeg = bytes(
  [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1],
  [0xff, 0xc0, 0, 8, 8, 0, 60, 0, 120, 1],
  [0xff, 0xda, 0, 2, 1, 2, 3, 4, 5, 6, 7, 8, 0xff, 0xd9],
);

function webp(kind: string, size: number[]) {
  const data = bytes("WEBP", kind, [size.length, 0, 0, 0], size);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from("RIFF"), length, data]);
}

const damaged = { fault: "damaged" };
const otherKind = { fault: "format" };

describe("a logo", () => {
  test("is a PNG, JPEG, or WebP with its size", () => {
    expect(readLogo(pngOf(120, 60))).toEqual({ type: "image/png", width: 120, height: 60 });
    expect(readLogo(jpeg)).toEqual({ type: "image/jpeg", width: 120, height: 60 });
    expect(readLogo(webp("VP8X", [0, 0, 0, 0, 119, 0, 0, 59, 0, 0]))).toEqual({
      type: "image/webp",
      width: 120,
      height: 60,
    });
    expect(readLogo(webp("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a, 120, 0, 60, 0]))).toMatchObject({
      width: 120,
      height: 60,
    });
    const packed = 119 + 59 * 2 ** 14;
    const sides = [packed & 255, (packed >> 8) & 255, (packed >> 16) & 255, packed >>> 24];
    expect(readLogo(webp("VP8L", [0x2f, ...sides, 0, 0, 0, 0, 0]))).toMatchObject({ width: 120, height: 60 });
  });

  test("is no SVG, HTML, or GIF, whatever its name says", () => {
    for (const text of [
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      "<!doctype html><script>alert(1)</script>",
      "GIF89a\u0001\u0000\u0001\u0000",
      "\u0089PNG",
    ]) {
      expect(readLogo(Buffer.from(text, "latin1"))).toEqual(otherKind);
    }
  });

  test("is whole, and nothing follows it", () => {
    const png = pngOf(120, 60);
    expect(readLogo(png.subarray(0, png.length - 20))).toEqual(damaged);
    expect(readLogo(Buffer.concat([png, Buffer.from("<script>")]))).toEqual(damaged);
    expect(readLogo(jpeg.subarray(0, jpeg.length - 4))).toEqual(damaged);
    expect(readLogo(jpeg.subarray(0, 3))).toEqual(damaged);
    expect(readLogo(webp("VP8X", [0, 0, 0, 0, 119, 0, 0, 59, 0, 0]).subarray(0, 28))).toEqual(damaged);
    expect(
      readLogo(
        webp(
          "ABCD",
          Array.from({ length: 20 }, () => 0),
        ),
      ),
    ).toEqual(damaged);
  });

  test("has at most 1 MB and 4,000 by 4,000 pixels", () => {
    expect(readLogo(Buffer.alloc(0))).toEqual({ fault: "damaged" });
    expect(readLogo(Buffer.alloc(1_000_001))).toEqual({ fault: "large" });
    expect(readLogo(pngOf(4001, 10))).toEqual({ fault: "pixels" });
    expect(readLogo(pngOf(0, 10))).toEqual(damaged);
  });
});
