/** What a file may do on a screen: be shown where it is pixels, and else wait to be downloaded. */

import { expect, test } from "vitest";
import { isShown, SHOWN_BYTES } from "./sent-files";

const shown = (contentType: string, size = 1000) => isShown({ contentType, size });

test("pictures of pixels are shown, up to a size", () => {
  for (const type of ["image/png", "image/jpeg", "image/gif", "image/webp"]) {
    expect([type, shown(type, SHOWN_BYTES)]).toEqual([type, true]);
    expect([type, shown(type, SHOWN_BYTES + 1)]).toEqual([type, false]);
  }
});

test("nothing else is shown, whatever its type says: what runs, is unpacked, or only begins like a picture", () => {
  const hostile = [
    ...["image/svg+xml", "image/svg", "text/html", "application/xhtml+xml", "text/xml", "application/pdf"],
    ...["image/png+xml", "image/pngx", "IMAGE/SVG+XML", "image/png;text/html", "image/*", "image/", "", "video/mp4"],
    ...["application/zip", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "text/plain"],
    ...["image/tiff", "image/x-icon", "image/heic", "__proto__", "constructor"],
  ];
  expect(hostile.filter((type) => shown(type))).toEqual([]);
});
