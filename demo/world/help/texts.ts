/** The help articles of the demo world: what its data team was asked often enough to write down. */

import type { TicketTopic } from "../../../convex/core/tickets/table";
import { pathTo } from "../../../convex/site/links";

/** An article as it was written, and what became of it. */
export interface HelpText {
  readonly title: string;
  /** Its texts, version by version; the last one is read. */
  readonly bodies: readonly [string, ...string[]];
  readonly topics: readonly TicketTopic[];
  readonly typeKeys: readonly string[];
  readonly isForAgents?: true;
  /** It was never published. */
  readonly isDraft?: true;
  /** The title of the resolved ticket it was written from. */
  readonly ticket?: string;
  readonly daysAgo: number;
  /** When it is to be read again, in days from now; in the past where that was missed. */
  readonly reviewInDays: number;
  /** How many found that it helped, and what the others missed. */
  readonly helped: number;
  readonly missing: readonly string[];
}

const ASK_FOR_DATA = pathTo("newRequest", { type: "snowflake-access" });
const ASK_FOR_WAREHOUSE = pathTo("newRequest", { type: "warehouse" });
const ASK_FOR_DBT = pathTo("newRequest", { type: "dbt-airflow" });
const ASK_SUPPORT = pathTo("createTicket");

const ACCESS_BEFORE = `You never get a single table: you get a role of a data domain, and the role opens the tables.

1. Open [Snowflake data access](${ASK_FOR_DATA}).
2. Choose the data domain and the narrowest role that is enough.
3. Say what you need it for, for whom and until when.`;

/** In this order they are numbered ART-1, ART-2 and so on. */
export const HELP_TEXTS: readonly HelpText[] = [
  {
    title: "Get access to a table",
    bodies: [
      ACCESS_BEFORE,
      `${ACCESS_BEFORE}

## How to find the domain of a table

The database is the first part of its name: \`SALES.PUBLIC.ORDERS\` lies in \`SALES\`. Type the database or the name of the table into the search of the portal; it shows the data domain it belongs to, with its owner.

## Which role is enough

- Roles that end in \`_READ\` are for queries and reports. Most people need no other.
- Roles that end in \`_WRITE\` are for pipelines that load or correct data. Owners ask what you load before they approve one.

Your manager and the owner of the domain decide, usually within two working days. For personal or restricted data two people of data governance decide as well: say in your reason why you cannot do it without.`,
    ],
    topics: ["access"],
    typeKeys: ["snowflake-access"],
    daysAgo: 84,
    reviewInDays: 96,
    helped: 14,
    missing: ["How do I find out who owns a domain?", "My table is a view over two domains. Which one do I choose?"],
  },
  {
    title: "Why access has an end date, and how to extend it",
    bodies: [
      `Access ends so that nobody keeps what they no longer need. You are notified before, and you can extend it.`,
      `Nobody keeps access for longer than it was approved for: at most 180 days for data in Snowflake. On the last day the role is removed automatically, and every query with it stops.

**You do not have to remember it.** You are notified before it ends. Find it on Home under *My access*, choose *Extend*, and say what you still need it for. The same people decide again, and the days are counted from the end you have, so nothing is lost by asking early.

If it ended while you were away, choose *Ask again* in the same place: your former answers are filled in. Saved queries and worksheets are still there, they belong to you and not to the role.

A job that runs without you needs no access of yours: ask for a service user, which does not end when you change teams.`,
    ],
    topics: ["access", "request"],
    typeKeys: ["snowflake-access", "bi-access"],
    daysAgo: 71,
    reviewInDays: 109,
    helped: 9,
    missing: ["Whether my scheduled report stops as well"],
  },
  {
    title: "Role granted, but no warehouse is chosen",
    bodies: [
      `Snowflake says *No active warehouse selected in the current session* when your session has a role and nothing to compute with. The role is fine.

Run this once, with the role you were granted:

\`\`\`
USE ROLE PLATFORM_USAGE_READ;
USE WAREHOUSE ANALYST_WH;
\`\`\`

To keep it, make it the default of your user:

\`\`\`
ALTER USER SET DEFAULT_WAREHOUSE = ANALYST_WH;
\`\`\`

If Snowflake answers that the warehouse does not exist or is not authorised, you use a role that may not run it. \`ANALYST_WH\` is open to every role that reads data; if yours is refused there, [write to support](${ASK_SUPPORT}) and name the role.`,
    ],
    topics: ["access", "report"],
    typeKeys: ["snowflake-access"],
    daysAgo: 40,
    reviewInDays: 140,
    helped: 11,
    missing: [],
  },
  {
    title: "Choose the size of a warehouse",
    bodies: [
      `Each size up doubles the credits per hour, and about halves the time of a query that was too big for the one before. So a bigger warehouse is not dearer as long as the query gets faster in step.

- **X-Small**, 1 credit an hour: dashboards, checks, anything that answers within a minute.
- **Small**, 2 credits: joins of a few million rows.
- **Medium**, 4 credits: daily loads and heavy reports.
- **Large** and **X-Large**, 8 and 16 credits: month-end and backfills. FinOps decides too.

**Look before you ask.** In Snowflake, open *Query Profile* of the slow query. If it shows *Bytes spilled to remote storage*, one size up helps. If it scans a whole table because the filter is on a column of text, no size helps: filter on the date.

Queries that wait for each other need more *clusters*, not another size. And for a few days a month, ask for [a bigger size with an end](${ASK_FOR_WAREHOUSE}): the old one comes back automatically.`,
    ],
    topics: ["cost"],
    typeKeys: ["warehouse"],
    daysAgo: 58,
    reviewInDays: 122,
    helped: 8,
    missing: ["An example with our own figures"],
  },
  {
    title: "Read a failed dbt run",
    bodies: [
      `Open the run in dbt Cloud and go to the first red step: everything below it was skipped because of it. The error is in the last lines of its log.

- *Database Error … does not exist or not authorized*: a source was renamed, or the service user lost its role.
- *Compilation Error*: the code of the model is wrong. Its last commit names who knows.`,
      `Open the run in dbt Cloud and go to the **first** red step. Everything below it was skipped because of it, so those are not errors of their own. The reason is in the last lines of its log.

- *Database Error … does not exist or not authorized*: a source was renamed or dropped, or the service user of the project lost its role. Look at the domain's page first.
- *Compilation Error*: the code of the model is wrong. Its last commit names who knows.
- *Failure in test unique_…* or *not_null_…*: the data is wrong, not the code. Do not rerun it; tell the owner of the source.
- *Timeout* or *Warehouse was suspended*: the warehouse reached its monthly limit. Ask FinOps before anything else.

When the cause is gone, ask for [a rerun](${ASK_FOR_DBT}) from the failed step, not of the whole job. A backfill is another change: it costs credits for each day, and FinOps decides above 100.`,
    ],
    topics: ["data"],
    typeKeys: ["dbt-airflow"],
    daysAgo: 88,
    reviewInDays: -6,
    helped: 6,
    missing: [
      "Where do I see which service user a project has?",
      "What to do when nothing is red and the data is still old",
    ],
  },
  {
    title: "What a query costs, and who pays",
    bodies: [
      `You pay for the time a warehouse runs, not for the rows it reads. It runs from your first query until it has had nothing to do for as long as *Suspend after* says, usually 60 seconds. A query of two seconds costs a minute.

The cost goes to the business area of the warehouse, by its tag. A shared warehouse is divided by who used it and how long. A trial is paid by the area that asked for it.

Three things cost most and help nobody:

1. Dashboards that refresh every minute at night. Once an hour in working time is enough for almost all.
2. \`SELECT *\` on a table of events without a filter on the date.
3. A warehouse that never sleeps because a tool asks every 50 seconds whether it is still there.`,
    ],
    topics: ["cost"],
    typeKeys: ["warehouse"],
    daysAgo: 47,
    reviewInDays: 133,
    helped: 7,
    missing: [],
  },
  {
    title: "A load stopped on a full disk",
    bodies: [
      `The load of the shop runs on a disk of its own, which fills up when the clean-up of Saturday did not run.

1. In Airflow, look at \`shop_cleanup\`. Clear its failed task and wait for it.
2. Run \`shop_orders\` again for the missing day alone; the model is incremental and takes it up.
3. Compare the count of \`ORDERS\` with the till report before you resolve the ticket.

Declare an incident when more than one area asks: they all see the same gap.`,
    ],
    topics: ["data"],
    typeKeys: [],
    isForAgents: true,
    ticket: "Last Sunday’s orders are missing",
    daysAgo: 18,
    reviewInDays: 160,
    helped: 0,
    missing: [],
  },
  {
    title: "When a report and its export differ",
    bodies: [
      `Most of the time one of them leaves out returns.

To be written down: which workbooks do, since when, and what finance agreed to call the two figures.`,
    ],
    topics: ["report"],
    typeKeys: [],
    isDraft: true,
    daysAgo: 1,
    reviewInDays: 180,
    helped: 0,
    missing: [],
  },
  {
    title: "When a page shows an error",
    bodies: [
      `Press **Try again** first: most errors last less than a minute.

1. If the error comes back, choose **Ask support** below it. The ticket starts with the reference of the error and the page it happened on.
2. Add what you clicked or typed just before. Support finds the report by its reference, so a screenshot is rarely needed.

What you had written is kept as a draft and is there again when the page is.`,
    ],
    topics: ["portal"],
    typeKeys: [],
    daysAgo: 75,
    reviewInDays: 105,
    helped: 5,
    missing: [],
  },
];
