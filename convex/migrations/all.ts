/** Every migration there ever was, in order. */

import { domainsLists } from "./december/m0013_domains_lists";
import { reviewsUnusedDays } from "./december/m0014_reviews_unused_days";
import { inviteFilesTarget } from "./december/m0015_invite_files_target";
import { proposalsTarget } from "./december/m0016_proposals_target";
import { requestsOwnTitle } from "./december/m0017_requests_own_title";
import { typesShippedHash } from "./december/m0018_types_shipped_hash";
import { mailsMessageId } from "./december/m0019_mails_message_id";
import { monitorTotals } from "./december/m0020_monitor_totals";
import { monitorStretches } from "./december/m0021_monitor_stretches";
import type { Migration } from "./declaring/migration";
import { peopleMailbox } from "./november/m0001_people_mailbox";
import { peopleElevated } from "./november/m0002_people_elevated";
import { monitorExecutions } from "./november/m0003_monitor_executions";
import { monitorChanges } from "./november/m0004_monitor_changes";
import { grantsRole } from "./november/m0005_grants_role";
import { articlesText } from "./november/m0006_articles_text";
import { taskOffers } from "./november/m0007_task_offers";
import { proposalsFound } from "./november/m0008_proposals_found";
import { taskNumbers } from "./november/m0009_task_numbers";
import { ticketsAlarm } from "./november/m0010_tickets_alarm";
import { removalsSuccessors } from "./november/m0011_removals_successors";
import { proposalsSuccessors } from "./november/m0012_proposals_successors";

export const MIGRATIONS: readonly Migration[] = [
  peopleMailbox,
  peopleElevated,
  monitorExecutions,
  monitorChanges,
  grantsRole,
  articlesText,
  taskOffers,
  proposalsFound,
  taskNumbers,
  ticketsAlarm,
  removalsSuccessors,
  proposalsSuccessors,
  domainsLists,
  reviewsUnusedDays,
  inviteFilesTarget,
  proposalsTarget,
  requestsOwnTitle,
  typesShippedHash,
  mailsMessageId,
  monitorTotals,
  monitorStretches,
];
