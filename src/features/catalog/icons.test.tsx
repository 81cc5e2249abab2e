import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SHIPPED_TYPES } from "../../../convex/core/catalog/types";
import { rendered } from "../../components/kinds/rendered.testing";
import type { ListedTemplate } from "./api";
import { boxesOf } from "./editor/tasks-drawing";
import type { Editor } from "./editor/use-editor";
import { TemplateRow } from "./templates";

test("the list of workflows shows each with the icon of its type and those of the systems it works on", async () => {
  const type = {
    key: "bi-access",
    name: "BI access",
    category: "Access",
    summary: "",
    isOffered: true,
    published: { version: 2, tasks: 4, publishedAt: null, publishedBy: null, systems: ["sigma", "thoughtspot"] },
    drafts: [],
  } as unknown as ListedTemplate;
  const html = await rendered(
    <table>
      <tbody>
        <TemplateRow type={type} whyNot={null} onOffer={() => undefined} />
      </tbody>
    </table>,
  );
  expect([...html.matchAll(/data-(?:type|system)="([\w-]+)"/g)].map(([, name]) => name)).toEqual([
    "bi-access",
    "sigma",
    "thoughtspot",
  ]);
  expect(html).toContain("ThoughtSpot");
});

test("the drawing of a workflow shows a task on a system with the system's own icon", () => {
  const definition = SHIPPED_TYPES["snowflake-access"];
  const editor = { definition, template: { people: [] }, problems: [] } as unknown as Editor;
  const icons = boxesOf(editor).map(({ lane, icon }) => {
    const system = /data-system="(\w+)"/.exec(renderToStaticMarkup(<>{icon}</>))?.[1];
    return `${lane}: ${system}`;
  });
  expect(new Set(icons)).toEqual(new Set(["approval: undefined", "connector: snowflake", "portal: portal"]));
});
