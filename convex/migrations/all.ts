/** Every migration there ever was, in order. */

import { peopleMailbox } from "./m0001_people_mailbox";
import { peopleElevated } from "./m0002_people_elevated";
import { monitorExecutions } from "./m0003_monitor_executions";
import { monitorChanges } from "./m0004_monitor_changes";
import { grantsRole } from "./m0005_grants_role";
import { articlesText } from "./m0006_articles_text";
import { taskOffers } from "./m0007_task_offers";
import { proposalsFound } from "./m0008_proposals_found";
import { taskNumbers } from "./m0009_task_numbers";
import { ticketsAlarm } from "./m0010_tickets_alarm";
import { removalsSuccessors } from "./m0011_removals_successors";
import { proposalsSuccessors } from "./m0012_proposals_successors";
import { domainsLists } from "./m0013_domains_lists";
import { reviewsUnusedDays } from "./m0014_reviews_unused_days";
import { inviteFilesTarget } from "./m0015_invite_files_target";
import { proposalsTarget } from "./m0016_proposals_target";
import { requestsOwnTitle } from "./m0017_requests_own_title";
import { typesShippedHash } from "./m0018_types_shipped_hash";
import { mailsMessageId } from "./m0019_mails_message_id";
import { monitorTotals } from "./m0020_monitor_totals";
import { monitorStretches } from "./m0021_monitor_stretches";
import type { Migration } from "./migration";

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
