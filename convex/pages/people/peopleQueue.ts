/**
 * The list of people: which index ranges answer a filter, and the pages and counts read from them. It works
 * as the queue of requests does: every status is one range; roles beyond staff lead before the area,
 * because few people hold them; what no index holds is checked on the documents read.
 */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { COMMON_ROLE } from "../../access/roles";
import { accountName } from "../../connectors/manifests";
import { accountSystemsOf } from "../../core/grants/model";
import { type InAreas, inAreas } from "../../core/people/mergedAreas";
import { fullName, personByEmail } from "../../core/people/model";
import { PERSON_STATUSES, personPasses } from "../../core/people/rules/listed";
import type { PersonFilter, PersonSort } from "../../core/people/table";
import { demoWorld, isGoneWith } from "../../core/seedData/model";
import { CONNECTOR_NAMES } from "../../core/services/rules";
import type { ConnectorName } from "../../core/services/table";
import { PAGE_SIZES } from "../../core/shared/rules/listed";
import { COUNT_LIMIT, SEARCH_MAX_LENGTH } from "../../core/shared/rules/queues";
import { refuse } from "../../lib/errors";
import { normalizeEmail } from "../../lib/pure/text";
import { holdsWords, wordsOf } from "../../lib/pure/wordSearch";
import { lookups, type Lookups } from "../../lists/queueRows";
import { rangeSource, type Range } from "../../lists/ranges";
import { SEARCH_LIMIT } from "../../lists/requestQueue";
import { countMatches, inMemory, readPage, type PageWish, type Sorting, type Source } from "../../lists/streams";

type ReadCtx = Pick<QueryCtx, "db">;
type Person = Doc<"people">;
interface PeopleSources {
  readonly sources: Source<Person>[];
  readonly isWhole: boolean;
}

export const PERSON_SORTINGS: Readonly<Record<PersonSort, Sorting>> = {
  name: { field: "sortName", isDescending: false },
  seen: { field: "lastSeenAt", isDescending: true },
  unseen: { field: "lastSeenAt", isDescending: false },
};

/** What a person has to pass, beside the range they were read from; who went with a demo world is in no list. */
export function personMatcher(
  filter: PersonFilter & InAreas,
  world: Doc<"demoWorlds"> | null = null,
): (person: Person) => Promise<boolean> {
  const words = wordsOf(filter.text ?? "");
  return async (person) =>
    personPasses(person, filter) && holdsWords(person.searchText ?? "", words) && !isGoneWith(world, person);
}

/** One page of people. */
export async function peoplePage(
  ctx: ReadCtx,
  { filter: given, sort, ...wish }: { filter: PersonFilter; sort: PersonSort } & PageWish,
) {
  checkFilter(given);
  const filter = await inAreas(ctx, given);
  if (!(PAGE_SIZES as readonly number[]).includes(wish.size))
    refuse({ code: "invalid-input", message: `Pages have ${PAGE_SIZES.join(", ")} rows.` });
  const { sources, isWhole } = await peopleSources(ctx, filter, sort);
  const page = await readPage(sources, PERSON_SORTINGS[sort], wish, personMatcher(filter, await demoWorld(ctx)));
  const look = lookups(ctx);
  return { ...page, isWhole, rows: await Promise.all(page.rows.map((person) => personRow(ctx, person, look))) };
}

/** How many people match, exactly or "at least". */
export async function peopleCount(ctx: ReadCtx, given: PersonFilter) {
  checkFilter(given);
  const filter = await inAreas(ctx, given);
  const { sources, isWhole } = await peopleSources(ctx, filter, "name");
  const counted = await countMatches(
    sources,
    PERSON_SORTINGS.name,
    COUNT_LIMIT,
    personMatcher(filter, await demoWorld(ctx)),
  );
  return { ...counted, isExact: counted.isExact && isWhole };
}

async function peopleSources(ctx: ReadCtx, filter: PersonFilter & InAreas, sort: PersonSort): Promise<PeopleSources> {
  const found = await foundByText(ctx, filter);
  if (found) return { sources: inMemory(found, PERSON_SORTINGS[sort]), isWhole: found.length < SEARCH_LIMIT };
  return { sources: rangesOf(filter, sort).map((range) => rangeSource(ctx, "people", range)), isWhole: true };
}

async function foundByText(ctx: ReadCtx, { text = "", statuses = [] }: PersonFilter): Promise<Person[] | null> {
  if (wordsOf(text).length === 0) return null;
  const named = text.includes("@") ? await personByEmail(ctx, normalizeEmail(text)) : null;
  if (named) return [named];
  const [only, ...others] = statuses;
  return await ctx.db
    .query("people")
    .withSearchIndex("search_name", (q) => {
      const search = q.search("searchText", text);
      return only && others.length === 0 ? search.eq("status", only) : search;
    })
    .take(SEARCH_LIMIT);
}

/**
 * The ranges that hold the filter's people in the order asked for; who has no value of it stands in ranges of their
 * own.
 */
function rangesOf(filter: PersonFilter & InAreas, sort: PersonSort): Range[] {
  const { lead, leads } = leadOf(filter);
  const { field } = PERSON_SORTINGS[sort];
  const index = `queue_${lead}${sort === "name" ? "name" : "seen"}`;
  const statuses = filter.statuses?.length ? [...new Set(filter.statuses)] : PERSON_STATUSES;
  const ranges = leads.flatMap((equal) =>
    statuses.map((status) => ({ index, field, equal: [["status", status] as const, ...equal] })),
  );
  return [...ranges, ...ranges.map((range) => ({ ...range, bounds: { isMissing: true as const } }))];
}

function leadOf({ roles = [], businessAreaId, areaIds }: PersonFilter & InAreas): {
  readonly lead: "" | "role_" | "area_";
  readonly leads: readonly Range["equal"][];
} {
  if (roles.length > 0 && !roles.includes(COMMON_ROLE)) return { lead: "role_", leads: [[["isElevated", true]]] };
  if (businessAreaId !== undefined)
    return { lead: "area_", leads: (areaIds ?? [businessAreaId]).map((id) => [["businessAreaId", id] as const]) };
  if (roles.length === 1) return { lead: "role_", leads: [[["isElevated", false]]] };
  return { lead: "", leads: [[]] };
}

/** One line of the list. */
async function personRow(ctx: ReadCtx, person: Person, look: Lookups) {
  const { _id, email, roles, status, businessAreaId, lastSeenAt } = person;
  return {
    id: _id,
    email,
    roles,
    status,
    name: fullName(person),
    area: businessAreaId ? await look.area(businessAreaId) : null,
    lastSeenAt: lastSeenAt ?? null,
    systems: await systemsOf(ctx, person),
  };
}

/** Where the portal knows of an account that somebody holds, in the order of lists. */
async function systemsOf(ctx: ReadCtx, person: Person): Promise<ConnectorName[]> {
  const held = new Set(await accountSystemsOf(ctx, person._id));
  return CONNECTOR_NAMES.filter((name) => held.has(name) || accountName(person, name) !== null);
}

function checkFilter({ text = "", roles = [], statuses = [] }: PersonFilter): void {
  if (text.length > SEARCH_MAX_LENGTH) refuse({ code: "too-long", maxLength: SEARCH_MAX_LENGTH });
  const max = PERSON_STATUSES.length;
  if (roles.length > max || statuses.length > max) refuse({ code: "too-many", max });
}
