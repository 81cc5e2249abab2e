import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ErrorHelpContext } from "./error-port";
import { ErrorReference } from "./error-reference";

test("what may help stands below an error that was reported, and below no other", () => {
  Object.assign(globalThis, { location: { pathname: "/support" } });
  const drawn = (reference: string | null) =>
    renderToStaticMarkup(
      <ErrorHelpContext value={<p>An article</p>}>
        <ErrorReference reference={reference} />
      </ErrorHelpContext>,
    );
  expect(drawn("ABCD2345")).toMatch(/Ask support.+An article/);
  expect(drawn(null)).not.toContain("An article");
  Reflect.deleteProperty(globalThis, "location");
});
