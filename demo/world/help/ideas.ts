/** What people of the demo world would like the portal to do, and what became of it. */

import type { Scheduler } from "convex/server";
import type { Doc } from "../../../convex/_generated/dataModel";
import type { MutationCtx } from "../../../convex/_generated/server";
import { personActor } from "../../../convex/core/audit/model";
import { ideaByKey } from "../../../convex/core/feedback/model";
import type { IdeaStatus } from "../../../convex/core/feedback/table";
import { DAY_MS, HOUR_MS } from "../../../convex/lib/pure/time";
import { moveIdea } from "../../../convex/process/suggesting/moving";
import type { FeedbackStep } from "../../../convex/process/suggesting/step";
import { comment, link, vote, writeIdea } from "../../../convex/process/suggesting/writing";
import type { Cast } from "../cast";

interface Wish {
  readonly title: string;
  readonly description: string;
  readonly priority: "Low" | "Medium" | "High" | "Critical";
  readonly daysAgo: number;
  readonly votes: number;
  readonly comment?: string;
  /** The type of requests it is about. */
  readonly about?: string;
  /** What admins answered, one after the other. */
  readonly answers: readonly (readonly [IdeaStatus, string])[];
}

const REVIEW = ["Under review", "We are asking around who else needs it."] as const;

const WISHES: readonly Wish[] = [
  {
    title: "Remind me before my access ends",
    description: "I notice it when a query fails. Two weeks before would be enough to ask for more time.",
    priority: "High",
    daysAgo: 80,
    votes: 21,
    about: "snowflake-access",
    answers: [
      REVIEW,
      ["Planned", "Comes with the next release."],
      ["In progress", "It is being tested."],
      ["Shipped", "You are reminded 14 and 3 days before, and can ask for more time from there."],
    ],
  },
  {
    title: "See who approves before I send",
    description: "Today I only learn it afterwards, and then somebody is on holiday.",
    priority: "Medium",
    daysAgo: 75,
    votes: 14,
    answers: [
      REVIEW,
      ["Planned", "Agreed."],
      ["In progress", "Begun."],
      ["Shipped", "The form shows it beside your answers."],
    ],
  },
  {
    title: "Ask for several roles at once",
    description: "New colleagues need five or six, and each is a form of its own.",
    priority: "High",
    daysAgo: 40,
    votes: 17,
    about: "snowflake-access",
    comment: "We onboard somebody every month, this would save us an afternoon.",
    answers: [
      REVIEW,
      ["Planned", "Next quarter."],
      ["In progress", "The first part, templates for teams, is being built."],
    ],
  },
  {
    title: "Approve from the phone",
    description: "On the way between stores I have two minutes now and then, and no laptop.",
    priority: "Medium",
    daysAgo: 33,
    votes: 11,
    answers: [REVIEW, ["Planned", "After the new inbox."]],
  },
  {
    title: "Calendar of maintenance windows",
    description: "So that we do not plan month-end loads into one.",
    priority: "Medium",
    daysAgo: 28,
    votes: 8,
    answers: [REVIEW, ["Planned", "With the next round of connectors."]],
  },
  {
    title: "Lineage on the page of a data domain",
    description: "Before I ask for access I would like to see where the numbers come from.",
    priority: "Low",
    daysAgo: 21,
    votes: 9,
    comment: "A link to the catalogue would be enough for a start.",
    answers: [REVIEW],
  },
  {
    title: "Share a saved view with my team",
    description: "We all filter the same list by hand every morning.",
    priority: "Low",
    daysAgo: 12,
    votes: 4,
    answers: [REVIEW],
  },
  {
    title: "Login with the company badge",
    description: "Typing a password at the till is slow.",
    priority: "Low",
    daysAgo: 50,
    votes: 3,
    answers: [REVIEW, ["Declined", "Sign-in belongs to the identity team; we passed it on to them."]],
  },
  {
    title: "Dark colours in exported slides",
    description: "They are hard to read on the screens in our meeting rooms.",
    priority: "Low",
    daysAgo: 6,
    votes: 2,
    answers: [],
  },
  {
    title: "Translate the help texts",
    description: "Colleagues in the warehouses would find Polish and Portuguese easier.",
    priority: "Medium",
    daysAgo: 4,
    votes: 5,
    answers: [],
  },
];

/** How many there are. */
export const IDEAS = WISHES.length;

const NOBODY_IS_TOLD = { runAfter: () => Promise.resolve(), runAt: () => Promise.resolve() } as unknown as Scheduler;

/** Writes, votes for and answers the ideas. Everybody concerned has long read of it: nobody is told. */
export async function haveIdeas(ctx: MutationCtx, { areas, admin }: Cast, now: number): Promise<void> {
  const people = areas.flatMap(({ colleagues }) => colleagues);
  const quiet: FeedbackStep["ctx"] = { db: ctx.db, storage: ctx.storage, scheduler: NOBODY_IS_TOLD };
  const step = (person: Doc<"people">, at: number): FeedbackStep => ({
    ctx: quiet,
    at,
    by: { actor: personActor(person) },
    person,
  });
  for (const [place, wish] of WISHES.entries()) {
    const begun = now - wish.daysAgo * DAY_MS;
    const of = (offset: number): Doc<"people"> => people[(place * 7 + offset) % people.length] ?? admin;
    const key = await writeIdea(step(of(0), begun), wish);
    const found = async () => (await ideaByKey(ctx, key)) ?? Promise.reject(new Error(`${key} is gone`));
    for (let count = 1; count < wish.votes && count < people.length; count += 1)
      await vote(step(of(count), begun + count * HOUR_MS), await found(), true);
    if (wish.comment) await comment(step(of(1), begun + DAY_MS), await found(), { text: wish.comment });
    if (wish.about) await link(step(admin, begun + DAY_MS), await found(), { kind: "requestType", key: wish.about });
    const pause = (wish.daysAgo * DAY_MS) / (wish.answers.length + 1);
    for (const [answer, [to, note]] of wish.answers.entries())
      await moveIdea(step(admin, begun + (answer + 1) * pause), await found(), to, note);
  }
}
