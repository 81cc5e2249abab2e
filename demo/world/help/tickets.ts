/** What people of the demo world asked support, and how far it got. */

import type { Doc } from "../../../convex/_generated/dataModel";
import type { MutationCtx } from "../../../convex/_generated/server";
import { personActor } from "../../../convex/core/audit/model";
import { keepHeld } from "../../../convex/core/ticketMail/held";
import { type ReadTicket, readTicket } from "../../../convex/core/tickets/model";
import type { ChosenCause, TicketPriority } from "../../../convex/core/tickets/table";
import { refuse } from "../../../convex/lib/errors";
import { DAY_MS, HOUR_MS } from "../../../convex/lib/pure/time";
import { answer, note, resolve, setPriority, wait } from "../../../convex/process/supporting/answering";
import { assignTicket } from "../../../convex/process/supporting/answers/giving";
import { shareWithArea } from "../../../convex/process/supporting/areaSharing";
import { createTicket, reply, type TicketWords } from "../../../convex/process/supporting/asking";
import { rate } from "../../../convex/process/supporting/rating";
import type { TicketStep } from "../../../convex/process/supporting/steps/step";
import { pathTo } from "../../../convex/site/links";
import type { Cast } from "../cast";
import { haveRead } from "../notices";

/** One thing that happened in a ticket, so many hours after the one before. */
type Turn =
  | readonly [hours: number, what: "answer" | "note" | "reply" | "wait" | "vendor", words: string]
  | readonly [hours: number, what: "resolve", words: string, cause: ChosenCause];

interface Matter extends TicketWords {
  /** Whose it is: the ordinary user of the demo, or somebody else. */
  readonly isStaffs?: true;
  /** It is a colleague's of theirs, who shares it with the area. */
  readonly isShared?: true;
  readonly hoursAgo: number;
  readonly priority?: TicketPriority;
  readonly turns: readonly Turn[];
  readonly rating?: "good" | "bad";
  readonly ratingReason?: string;
  /** A mail to its requester's address that came from another one, and is held. */
  readonly mail?: { readonly from: string; readonly body: string };
}

const MATTERS: readonly Matter[] = [
  {
    title: "Last Sunday’s orders are missing",
    description:
      "The daily total of ORDERS stops on Saturday.\nI expected Sunday to be there by 8 on Monday, as it is every week.",
    topic: "data",
    related: null,
    isStaffs: true,
    hoursAgo: 20 * 24,
    priority: "High",
    turns: [
      [1, "answer", "Thank you, we see it too. Sunday’s load failed on a full disk; it is running again now."],
      [
        3,
        "resolve",
        "Sunday has been complete since 12:40. The disk now has an alarm, so we will know before you do.",
        "fault",
      ],
    ],
    rating: "good",
    ratingReason: "Within an hour I knew what it was, and that it was being fixed.",
  },
  {
    title: "Margin report and export show different figures",
    description: "Sigma says 41.2 % for week 44, the export says 40.9 %. Which one do I give to the board?",
    topic: "report",
    related: null,
    isStaffs: true,
    hoursAgo: 26,
    turns: [
      [2, "note", "Probably the returns: the workbook has left them out since October."],
      [
        1,
        "answer",
        "The export counts returns, the workbook does not. Do you need the figure before or after returns? Then we can say which one to use.",
      ],
      [0, "wait", ""],
    ],
  },
  {
    title: "Role was granted, but the warehouse refuses me",
    description: "I can see the tables, but every query says that no warehouse is selected.",
    topic: "access",
    related: "service:snowflake",
    hoursAgo: 5,
    turns: [],
  },
  {
    title: "ThoughtSpot has been slow since this morning",
    description: "Every liveboard takes half a minute.",
    topic: "report",
    related: "service:thoughtspot",
    hoursAgo: 30,
    priority: "High",
    turns: [
      [1, "answer", "The cluster is being upgraded. It should be quicker this evening."],
      [0, "vendor", ""],
    ],
    mail: {
      from: "service@cluster-host.example",
      body: "The upgrade was finished at 14:00. Please try again.\n\nOn Tue, Data Portal wrote:\n> The cluster is being upgraded. It should be quicker this evening.",
    },
  },
  {
    title: "My last name is misspelled",
    description: "It has had one s too many since I signed up.",
    topic: "account",
    related: null,
    hoursAgo: 9 * 24,
    turns: [[5, "resolve", "Corrected. It shows everywhere from now on.", "data"]],
  },
  {
    title: "Who pays for the warehouse of the trial?",
    description: "The trial ends on Friday. Does its cost go to Marketing or to the platform?",
    topic: "cost",
    related: null,
    isShared: true,
    hoursAgo: 50,
    turns: [
      [
        4,
        "answer",
        `To the area that asked for it, so Marketing. FinOps can move it if you agree with the platform. How cost is divided: [What a query costs, and who pays](${pathTo("article", { id: "ART-6" })}).`,
      ],
      [3, "reply", "Good to know. We would like it moved. Who do I ask?"],
    ],
  },
];

/** Tickets that are over: so many hours ago, how soon they were answered and solved, and what was said of the help. */
const PAST: readonly (readonly [
  title: string,
  topic: Matter["topic"],
  hoursAgo: number,
  answer: number,
  solution: number,
  cause: ChosenCause,
  rating?: "good" | "bad",
])[] = [
  ["Cannot open my team’s workbook", "access", 80 * 24, 3, 20, "access", "good"],
  ["Stock levels are a day late", "data", 76 * 24, 9, 60, "data", "bad"],
  ["Two accounts with my address", "account", 73 * 24, 30, 20, "data"],
  ["Dashboard stays empty on my phone", "report", 69 * 24, 5, 40, "fault", "good"],
  ["Which warehouse do I choose for tests?", "cost", 66 * 24, 2, 3, "howTo", "good"],
  ["Last season’s prices are gone", "data", 62 * 24, 52, 90, "data", "bad"],
  ["Please let me see the returns table", "access", 60 * 24, 6, 12, "access", "good"],
  ["Export stops at a thousand rows", "report", 55 * 24, 8, 30, "howTo"],
  ["Numbers of two stores are swapped", "data", 51 * 24, 4, 26, "data", "good"],
  ["The role I asked for has no tables", "access", 48 * 24, 7, 15, "access", "good"],
  ["Budget alert came twice", "cost", 44 * 24, 20, 130, "setting"],
  ["Search finds nothing with an umlaut", "portal", 41 * 24, 12, 70, "fault", "good"],
  ["Access ended while I was on leave", "access", 37 * 24, 3, 9, "access", "good"],
  ["Monday’s sales are counted twice", "data", 34 * 24, 1, 8, "data", "good"],
  ["The weekly mail no longer arrives", "report", 30 * 24, 50, 60, "setting", "bad"],
  ["The wrong manager is shown for me", "account", 27 * 24, 10, 22, "data"],
  ["Who may read the customer addresses?", "access", 23 * 24, 5, 19, "howTo", "good"],
  ["Loading the returns failed again", "data", 17 * 24, 2, 30, "fault", "good"],
  ["Chart shows last year only", "report", 12 * 24, 6, 50, "howTo"],
];

/** How many there are. */
export const TICKETS = MATTERS.length + PAST.length;

/** Writes those of the past from one share of it to another, 0 to 1. */
export async function havePastTickets(
  ctx: MutationCtx,
  { areas, admin, staff }: Cast,
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: number },
): Promise<void> {
  const people = areas.flatMap(({ colleagues }) => colleagues).filter(({ _id }) => _id !== staff._id);
  const [first, end] = [from, to].map((share) => Math.floor(share * PAST.length));
  for (const [place, past] of PAST.entries()) {
    const requester = people[(place * 7) % people.length] ?? staff;
    if (place >= (first ?? 0) && place < (end ?? 0))
      await play(ctx, { matter: pastMatter(past), requester, agent: admin, now });
  }
}

/** Writes the tickets and what was said in them. Those concerned have read it: no notice is left open. */
export async function haveTickets(ctx: MutationCtx, { areas, admin, staff }: Cast, now: number): Promise<void> {
  const people = areas.flatMap(({ colleagues }) => colleagues).filter(({ _id }) => _id !== staff._id);
  const written = await articlesSoFar(ctx);
  for (const [place, matter] of MATTERS.entries()) {
    const colleague = people.find(({ businessAreaId }) => businessAreaId === staff.businessAreaId);
    const other = matter.isShared ? colleague : people[(place * 5) % people.length];
    const requester = matter.isStaffs ? staff : (other ?? staff);
    await play(ctx, { matter: leadingTo(matter, written), requester, agent: admin, now });
  }
  await haveRead(ctx, "ticket.");
}

/** The number of the last article that was ever written here: those of the demo follow, and they are written later. */
async function articlesSoFar(ctx: MutationCtx): Promise<number> {
  const counter = await ctx.db
    .query("counters")
    .withIndex("by_name", (q) => q.eq("name", "articles"))
    .unique();
  return counter?.value ?? 0;
}

/** A matter whose words lead to articles by the numbers these will have. */
function leadingTo(matter: Matter, written: number): Matter {
  const led = (words: string) => words.replaceAll(/ART-(\d+)/g, (_, place: string) => `ART-${Number(place) + written}`);
  const turns = matter.turns.map(([hours, what, words, ...cause]) => [hours, what, led(words), ...cause] as Turn);
  return { ...matter, turns };
}

function pastMatter([title, topic, hoursAgo, answered, solved, cause, rating]: (typeof PAST)[number]): Matter {
  const words: readonly Turn[] = [
    [answered, "answer", "Thank you for telling us. We are looking into it and will come back to you."],
    [solved, "resolve", "It is working again. Write here if it is not for you.", cause],
  ];
  return { title, topic, hoursAgo, turns: words, description: title, related: null, ...(rating && { rating }) };
}

async function play(
  ctx: MutationCtx,
  {
    matter,
    requester,
    agent,
    now,
  }: {
    readonly matter: Matter;
    readonly requester: Doc<"people">;
    readonly agent: Doc<"people">;
    readonly now: number;
  },
): Promise<void> {
  let at = now - matter.hoursAgo * HOUR_MS;
  const as = (person: Doc<"people">): TicketStep => ({ ctx, at, by: { actor: personActor(person) }, person });
  const { key } = await createTicket(as(requester), matter, () => Promise.resolve([]));
  const read = async (person: Doc<"people">): Promise<ReadTicket> =>
    (await readTicket(ctx, { person, impersonation: null }, key)) ?? refuse({ code: "not-found" });
  if (matter.isShared) await shareWithArea(as(requester), await read(requester));
  if (matter.turns.length > 0) await assignTicket(as(agent), await read(agent), agent._id);
  if (matter.priority) await setPriority(as(agent), await read(agent), matter.priority);
  for (const turn of matter.turns) {
    const [hours, what, words] = turn;
    at += hours * HOUR_MS;
    if (what === "reply") await reply(as(requester), await read(requester), { body: words });
    else if (what === "answer") await answer(as(agent), await read(agent), { body: words });
    else if (what === "note") await note(as(agent), await read(agent), { body: words });
    else if (turn[1] === "resolve") await resolve(as(agent), await read(agent), { body: words }, turn[3]);
    else if (what === "wait")
      await wait(as(agent), await read(agent), { on: "waitingOnRequester", until: null, what: null });
    else await wait(as(agent), await read(agent), { on: "waitingOnThirdParty", until: now + DAY_MS, what: null });
  }
  if (matter.mail) {
    const { ticket } = await read(agent);
    const mail = { ...matter.mail, messageId: `${key}@cluster-host.example`, receivedAt: at + HOUR_MS };
    await keepHeld(ctx, { ticketId: ticket._id, personId: requester._id, ...mail });
  }
  if (matter.rating) {
    const said = { satisfaction: matter.rating, reason: matter.ratingReason };
    await rate(as(requester), await read(requester), said);
  }
}
