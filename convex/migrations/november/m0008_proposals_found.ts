import { DOMAIN_FILE_SUBJECT } from "../../core/proposals/rules";
import { PAGES } from "../../site/pages";
import { migration } from "../declaring/migration";

/** More people than hear of one proposal. */
const MAX_NOTICES = 1000;

/**
 * An open proposal that makes one data domain was about a domain that is not there yet: no page showed it. It waits where
 * files of domains do, and whoever was asked to confirm it is led there.
 */
export const proposalsFound = migration({
  number: 8,
  name: "proposals_found",
  table: "proposals",
  change: ({ state, subject, change }) => {
    const isLost = change.kind === "domains.change" && change.domains.length === 1 && !change.domains[0]?.domainId;
    return state === "open" && subject.type === "domain" && isLost
      ? { subject: { type: "domainFile", id: DOMAIN_FILE_SUBJECT, label: subject.label } }
      : null;
  },
  follows: async ({ db }, { _id }) => {
    const notices = await db
      .query("notifications")
      .withIndex("by_subject", (q) => q.eq("subject.id", _id).eq("closedAt", undefined))
      .take(MAX_NOTICES);
    for (const { _id: id } of notices) await db.patch(id, { to: PAGES.dataDomains.path });
  },
});
