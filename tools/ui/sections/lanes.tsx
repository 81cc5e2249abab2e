import { Bot, CircleCheck, Hand, LoaderCircle, Plug, ThumbsUp, Undo2 } from "lucide-react";
import { useState } from "react";
import type { LaneBox, LaneTone } from "../../../src/ui/chart/lane-box";
import { Lanes } from "../../../src/ui/chart/lanes";
import { Section } from "../section";

const LANES = [
  { id: "people", label: "Approvals" },
  { id: "hand", label: "Manual" },
  { id: "systems", label: "Systems" },
  { id: "portal", label: "Portal" },
];
const ICONS = [
  <ThumbsUp key="people" aria-hidden />,
  <Hand key="hand" aria-hidden />,
  <Plug key="systems" aria-hidden />,
  <Bot key="portal" aria-hidden />,
];
const UNDO = { words: "Undone if the request ends early", icon: <Undo2 aria-hidden /> };

function box(id: string, rank: number, lane: number, more: Partial<LaneBox> = {}): LaneBox {
  return {
    id,
    rank,
    lane: LANES[lane]?.id ?? "",
    isConditional: more.condition !== undefined,
    title: id,
    icon: ICONS[lane],
    note: "Owner of the data domain",
    tone: "plain",
    marks: more.goesBack ? [UNDO] : [],
    goesBack: false,
    also: `Step ${rank}`,
    ...more,
  };
}

const TEMPLATE = [
  box("Approve access", 1, 0, { note: "Manager, any one" }),
  box("Approve data use", 2, 0, { condition: "If Sensitivity is Personal or Restricted" }),
  box("Create the user", 3, 2, { note: "Snowflake", goesBack: true }),
  box("Change the identity provider manually", 3, 1, { note: "Role Admin", condition: "If System is dbt Cloud" }),
  box("Verify by reading back", 4, 3, { note: "" }),
];

const state = (tone: LaneTone, note: string) => ({
  tone,
  note,
  icon: tone === "done" ? <CircleCheck aria-hidden /> : <LoaderCircle aria-hidden />,
});
const REQUEST = [
  box("Approve access for a role with quite a long name that does not fit", 1, 0, state("done", "Approved")),
  box("Approve data use of it", 2, 0, { ...state("out", "Not needed"), condition: "Not needed: it is not restricted" }),
  box("Grant role", 3, 2, { ...state("running", "Running · Snowflake"), goesBack: true }),
  box("Set the end", 4, 3, state("waiting", "Blocked")),
  box("Tell", 5, 3, state("failed", "Failed")),
];

const HUGE = Array.from({ length: 60 }, (_, index) =>
  box(`Task ${index}`, Math.floor(index / 9), index % 4, { note: "A note that is longer than any box is wide" }),
);

/** Workflow drawings. */
export function LanesSection() {
  const [opened, setOpened] = useState("nothing");
  const drawn = [
    { label: "A template", boxes: TEMPLATE },
    { label: "A request", boxes: REQUEST },
    { label: "Sixty tasks", boxes: HUGE },
  ];
  return (
    <Section title="Lanes">
      <p role="status" className="text-sm text-muted">
        Opened: {opened}
      </p>
      {drawn.map(({ label, boxes }) => (
        <Lanes
          key={label}
          label={label}
          lanes={LANES}
          boxes={boxes}
          renderBox={(id, props) => <button key={id} type="button" {...props} onClick={() => setOpened(id)} />}
        />
      ))}
    </Section>
  );
}
