import { describe, expect, test } from "vitest";
import { dispositionOf, fileName, judgeFile, MAX_FILE_BYTES } from "./rules";

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const entry = (name: string): string => `PK\x03\x04${"\0".repeat(22)}${String.fromCharCode(name.length)}\0\0\0${name}`;
const judge = (head: Uint8Array, name: string, size = head.length) => judgeFile(head, { name, size });

describe("what may be attached", () => {
  test.each([
    ["plan.png", "\x89PNG\r\n\x1a\n...", "image/png"],
    ["photo.JPEG", "\xff\xd8\xff\xe0..", "image/jpeg"],
    ["a.gif", "GIF89a..", "image/gif"],
    ["old.gif", "GIF87a..", "image/gif"],
    ["a.webp", "RIFF\0\0\0\0WEBPVP8 ", "image/webp"],
    ["a.pdf", "%PDF-1.7", "application/pdf"],
    ["a.csv", "id;name\n1;x", "text/csv"],
    ["a.json", "{}", "application/json"],
    ["a.sql", "select 1 -- ü".replace("ü", "\xc3\xbc"), "text/plain"],
    [
      "a.xlsx",
      entry("[Content_Types].xml") + entry("xl/workbook.xml"),
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ],
    [
      "a.docx",
      entry("docProps/app.xml") + entry("_rels/.rels") + entry("word/document.xml"),
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ],
  ])("%s", (name, head, contentType) => {
    expect(judge(bytes(head), name)).toEqual({ contentType });
  });

  test.each([
    ["a page called an image", "x.png", "<!doctype html><script>alert(1)</script>"],
    ["a page called a text", "x.txt", "  <HTML><body onload=alert(1)>"],
    ["a picture that breaks off in its signature", "x.png", "\x89PNG"],
    ["an SVG", "x.svg", "<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"],
    ["a program called a text", "x.txt", "MZ\x90\0\x03"],
    ["an image called a program", "x.exe", "\x89PNG\r\n\x1a\n"],
    ["a script", "x.sh", "#!/bin/sh\nrm -rf /"],
    ["an archive", "x.zip", entry("a.txt")],
    ["an archive called a workbook", "x.xlsx", entry("a.exe")],
    ["an archive that only says it is a document", "x.docx", entry("[Content_Types].xml") + entry("a.exe")],
    ["an archive with a folder called like a document's", "x.docx", entry("word/a.exe")],
    ["bytes that are no text", "x.csv", "\xff\xfe\xfd"],
    ["a name without an ending", "README", "text"],
  ])("%s is refused", (_case, name, head) => {
    expect(judge(bytes(head), name)).toHaveProperty("problem");
  });

  test("nothing empty and nothing too large", () => {
    expect(judge(bytes(""), "a.txt")).toEqual({ problem: "The file is empty." });
    expect(judge(bytes("%PDF-"), "a.pdf", MAX_FILE_BYTES + 1)).toEqual({ problem: "The file is larger than 20 MB." });
    expect(judge(bytes("%PDF-"), "a.pdf", MAX_FILE_BYTES)).toEqual({ contentType: "application/pdf" });
    expect(MAX_FILE_BYTES).toBe(20 * 2 ** 20);
  });

  test("a text cut inside a character is still a text", () => {
    expect(judge(bytes("gr\xc3"), "a.txt")).toEqual({ contentType: "text/plain" });
  });
});

test.each([
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\ada\\plan.pdf", "plan.pdf"],
  ["\u202egpj.exe", "gpj.exe"],
  ['a\nb".txt', "ab.txt"],
  [".htaccess", "htaccess"],
  ["", "file"],
])("the name %j is kept as %j", (given, kept) => {
  expect(fileName(given)).toBe(kept);
});

test("a long name keeps its ending", () => {
  const kept = fileName(`${"x".repeat(300)}.pdf`);
  expect(kept).toHaveLength(120);
  expect(kept.endsWith("….pdf")).toBe(true);
});

test("a name reaches the browser whole, and breaks no header", () => {
  expect(dispositionOf('plän "1"\r\n.pdf')).toBe(
    "attachment; filename=\"pl_n _1___.pdf\"; filename*=UTF-8''pl%C3%A4n%20%221%22%0D%0A.pdf",
  );
});

test.each([
  ["cut inside a character", `${"😀".repeat(70)}.png`, ".png"],
  ["cut a place further", `x${"😀".repeat(70)}.png`, ".png"],
  ["with half a character of its own", "a\uD83D.png", ".png"],
  ["with an ending that has no end", `a.${"x".repeat(5000)}`, "…"],
  ["without an ending", "x".repeat(300), "x…"],
])("a name %s is kept whole and short, and can be downloaded", (_, given, end) => {
  const kept = fileName(given);
  expect(kept.length).toBeLessThanOrEqual(120);
  expect(kept.isWellFormed()).toBe(true);
  expect(kept.endsWith(end)).toBe(true);
  expect(dispositionOf(kept)).toMatch(/^attachment; /);
});

test("a file that was kept under a name with half a character is still downloaded", () => {
  expect(dispositionOf("a\uD83D.png")).toContain("filename*=UTF-8''a%EF%BF%BD.png");
});
