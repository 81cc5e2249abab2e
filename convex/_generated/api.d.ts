/* eslint-disable */
/**
 * Generated `api` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npm run codegen`.
 * @module
 */

import type * as approvals_facts from "../approvals/facts.js";
import type * as approvals_internal from "../approvals/internal.js";
import type * as approvals_model from "../approvals/model.js";
import type * as approvals_mutations from "../approvals/mutations.js";
import type * as approvals_queries from "../approvals/queries.js";
import type * as approvals_rules_auto from "../approvals/rules/auto.js";
import type * as approvals_rules_candidates from "../approvals/rules/candidates.js";
import type * as approvals_rules_delegation from "../approvals/rules/delegation.js";
import type * as approvals_rules_guard from "../approvals/rules/guard.js";
import type * as approvals_rules_limits from "../approvals/rules/limits.js";
import type * as approvals_rules_quorum from "../approvals/rules/quorum.js";
import type * as approvals_rules_timers from "../approvals/rules/timers.js";
import type * as approvals_rules_words from "../approvals/rules/words.js";
import type * as approvals_seats from "../approvals/seats.js";
import type * as approvals_table from "../approvals/table.js";
import type * as audit_asked from "../audit/asked.js";
import type * as audit_chain from "../audit/chain.js";
import type * as audit_internal from "../audit/internal.js";
import type * as audit_model from "../audit/model.js";
import type * as audit_mutations from "../audit/mutations.js";
import type * as audit_queries from "../audit/queries.js";
import type * as audit_reading from "../audit/reading.js";
import type * as audit_rules from "../audit/rules.js";
import type * as audit_rules_chain from "../audit/rules/chain.js";
import type * as audit_rules_concern from "../audit/rules/concern.js";
import type * as audit_rules_filter from "../audit/rules/filter.js";
import type * as audit_table from "../audit/table.js";
import type * as audit_verification from "../audit/verification.js";
import type * as audit_views from "../audit/views.js";
import type * as catalog_rules_cidr from "../catalog/rules/cidr.js";
import type * as catalog_rules_conditions from "../catalog/rules/conditions.js";
import type * as catalog_rules_forms from "../catalog/rules/forms.js";
import type * as catalog_rules_inputs from "../catalog/rules/inputs.js";
import type * as catalog_rules_keys from "../catalog/rules/keys.js";
import type * as catalog_rules_review from "../catalog/rules/review.js";
import type * as catalog_rules_values from "../catalog/rules/values.js";
import type * as catalog_table from "../catalog/table.js";
import type * as catalog_types_biAccess from "../catalog/types/biAccess.js";
import type * as catalog_types_common from "../catalog/types/common.js";
import type * as catalog_types_dataSource from "../catalog/types/dataSource.js";
import type * as catalog_types_dbtAirflow from "../catalog/types/dbtAirflow.js";
import type * as catalog_types_index from "../catalog/types/index.js";
import type * as catalog_types_leaver from "../catalog/types/leaver.js";
import type * as catalog_types_portalInvite from "../catalog/types/portalInvite.js";
import type * as catalog_types_sandbox from "../catalog/types/sandbox.js";
import type * as catalog_types_serviceUser from "../catalog/types/serviceUser.js";
import type * as catalog_types_snowflakeAccess from "../catalog/types/snowflakeAccess.js";
import type * as catalog_types_snowflakeUser from "../catalog/types/snowflakeUser.js";
import type * as catalog_types_warehouse from "../catalog/types/warehouse.js";
import type * as connectors_contract from "../connectors/contract.js";
import type * as connectors_operation from "../connectors/operation.js";
import type * as connectors_snowflake_answer from "../connectors/snowflake/answer.js";
import type * as connectors_snowflake_bytes from "../connectors/snowflake/bytes.js";
import type * as connectors_snowflake_cells from "../connectors/snowflake/cells.js";
import type * as connectors_snowflake_connector from "../connectors/snowflake/connector.js";
import type * as connectors_snowflake_credentials from "../connectors/snowflake/credentials.js";
import type * as connectors_snowflake_errors from "../connectors/snowflake/errors.js";
import type * as connectors_snowflake_facts from "../connectors/snowflake/facts.js";
import type * as connectors_snowflake_identifiers from "../connectors/snowflake/identifiers.js";
import type * as connectors_snowflake_input from "../connectors/snowflake/input.js";
import type * as connectors_snowflake_keys from "../connectors/snowflake/keys.js";
import type * as connectors_snowflake_leavers from "../connectors/snowflake/leavers.js";
import type * as connectors_snowflake_people from "../connectors/snowflake/people.js";
import type * as connectors_snowflake_reads from "../connectors/snowflake/reads.js";
import type * as connectors_snowflake_roles from "../connectors/snowflake/roles.js";
import type * as connectors_snowflake_runtime from "../connectors/snowflake/runtime.js";
import type * as connectors_snowflake_schemas from "../connectors/snowflake/schemas.js";
import type * as connectors_snowflake_serviceUsers from "../connectors/snowflake/serviceUsers.js";
import type * as connectors_snowflake_settings from "../connectors/snowflake/settings.js";
import type * as connectors_snowflake_statements from "../connectors/snowflake/statements.js";
import type * as connectors_snowflake_transport from "../connectors/snowflake/transport.js";
import type * as connectors_snowflake_usage from "../connectors/snowflake/usage.js";
import type * as connectors_snowflake_usersApi from "../connectors/snowflake/usersApi.js";
import type * as connectors_snowflake_warehouses from "../connectors/snowflake/warehouses.js";
import type * as crons from "../crons.js";
import type * as dev_accounts from "../dev/accounts.js";
import type * as dev_cast from "../dev/cast.js";
import type * as dev_company from "../dev/company.js";
import type * as dev_domains from "../dev/domains.js";
import type * as dev_heartbeat from "../dev/heartbeat.js";
import type * as dev_names from "../dev/names.js";
import type * as dev_plots from "../dev/plots.js";
import type * as dev_random from "../dev/random.js";
import type * as dev_seed from "../dev/seed.js";
import type * as dev_stage from "../dev/stage.js";
import type * as dev_templates from "../dev/templates.js";
import type * as domains_table from "../domains/table.js";
import type * as grants_table from "../grants/table.js";
import type * as http from "../http.js";
import type * as lib_counters from "../lib/counters.js";
import type * as lib_errors from "../lib/errors.js";
import type * as lib_functions from "../lib/functions.js";
import type * as lib_pure_fingerprint from "../lib/pure/fingerprint.js";
import type * as lib_pure_impossible from "../lib/pure/impossible.js";
import type * as lib_pure_plan from "../lib/pure/plan.js";
import type * as lib_pure_refusal from "../lib/pure/refusal.js";
import type * as lib_pure_text from "../lib/pure/text.js";
import type * as lib_pure_time from "../lib/pure/time.js";
import type * as lib_table from "../lib/table.js";
import type * as lib_validators from "../lib/validators.js";
import type * as lib_viewer from "../lib/viewer.js";
import type * as notifications_inbox from "../notifications/inbox.js";
import type * as notifications_internal from "../notifications/internal.js";
import type * as notifications_letters from "../notifications/letters.js";
import type * as notifications_model from "../notifications/model.js";
import type * as notifications_mutations from "../notifications/mutations.js";
import type * as notifications_outbox from "../notifications/outbox.js";
import type * as notifications_queries from "../notifications/queries.js";
import type * as notifications_rules from "../notifications/rules.js";
import type * as notifications_standing from "../notifications/standing.js";
import type * as notifications_table from "../notifications/table.js";
import type * as notifications_upkeep from "../notifications/upkeep.js";
import type * as people_internal from "../people/internal.js";
import type * as people_model from "../people/model.js";
import type * as people_mutations from "../people/mutations.js";
import type * as people_queries from "../people/queries.js";
import type * as people_rules from "../people/rules.js";
import type * as people_table from "../people/table.js";
import type * as requests_actions from "../requests/actions.js";
import type * as requests_download from "../requests/download.js";
import type * as requests_internal from "../requests/internal.js";
import type * as requests_model from "../requests/model.js";
import type * as requests_mutations from "../requests/mutations.js";
import type * as requests_queries from "../requests/queries.js";
import type * as requests_rules from "../requests/rules.js";
import type * as requests_rules_access from "../requests/rules/access.js";
import type * as requests_rules_comments from "../requests/rules/comments.js";
import type * as requests_rules_files from "../requests/rules/files.js";
import type * as requests_table from "../requests/table.js";
import type * as requests_uploads from "../requests/uploads.js";
import type * as services_model from "../services/model.js";
import type * as services_rules from "../services/rules.js";
import type * as services_table from "../services/table.js";
import type * as tasks_model from "../tasks/model.js";
import type * as tasks_queries from "../tasks/queries.js";
import type * as tasks_rules from "../tasks/rules.js";
import type * as tasks_table from "../tasks/table.js";
import type * as workflow_approvalList from "../workflow/approvalList.js";
import type * as workflow_approvalPage from "../workflow/approvalPage.js";
import type * as workflow_circle from "../workflow/circle.js";
import type * as workflow_conversation from "../workflow/conversation.js";
import type * as workflow_decide from "../workflow/decide.js";
import type * as workflow_delegating from "../workflow/delegating.js";
import type * as workflow_detail from "../workflow/detail.js";
import type * as workflow_detailView from "../workflow/detailView.js";
import type * as workflow_edit from "../workflow/edit.js";
import type * as workflow_executor from "../workflow/executor.js";
import type * as workflow_firing from "../workflow/firing.js";
import type * as workflow_formLines from "../workflow/formLines.js";
import type * as workflow_history from "../workflow/history.js";
import type * as workflow_internal from "../workflow/internal.js";
import type * as workflow_model from "../workflow/model.js";
import type * as workflow_monitor from "../workflow/monitor.js";
import type * as workflow_moving from "../workflow/moving.js";
import type * as workflow_mutations from "../workflow/mutations.js";
import type * as workflow_nextStepFacts from "../workflow/nextStepFacts.js";
import type * as workflow_opening from "../workflow/opening.js";
import type * as workflow_pause from "../workflow/pause.js";
import type * as workflow_progress from "../workflow/progress.js";
import type * as workflow_queries from "../workflow/queries.js";
import type * as workflow_questions from "../workflow/questions.js";
import type * as workflow_remind from "../workflow/remind.js";
import type * as workflow_review from "../workflow/review.js";
import type * as workflow_rules from "../workflow/rules.js";
import type * as workflow_rules_may from "../workflow/rules/may.js";
import type * as workflow_rules_nextStep from "../workflow/rules/nextStep.js";
import type * as workflow_seating from "../workflow/seating.js";
import type * as workflow_step from "../workflow/step.js";
import type * as workflow_table from "../workflow/table.js";
import type * as workflow_taskView from "../workflow/taskView.js";
import type * as workflow_timeline from "../workflow/timeline.js";
import type * as workflow_timing from "../workflow/timing.js";
import type * as workflow_views from "../workflow/views.js";
import type * as workflow_visit from "../workflow/visit.js";
import type * as workflow_words from "../workflow/words.js";

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
  "approvals/facts": typeof approvals_facts;
  "approvals/internal": typeof approvals_internal;
  "approvals/model": typeof approvals_model;
  "approvals/mutations": typeof approvals_mutations;
  "approvals/queries": typeof approvals_queries;
  "approvals/rules/auto": typeof approvals_rules_auto;
  "approvals/rules/candidates": typeof approvals_rules_candidates;
  "approvals/rules/delegation": typeof approvals_rules_delegation;
  "approvals/rules/guard": typeof approvals_rules_guard;
  "approvals/rules/limits": typeof approvals_rules_limits;
  "approvals/rules/quorum": typeof approvals_rules_quorum;
  "approvals/rules/timers": typeof approvals_rules_timers;
  "approvals/rules/words": typeof approvals_rules_words;
  "approvals/seats": typeof approvals_seats;
  "approvals/table": typeof approvals_table;
  "audit/asked": typeof audit_asked;
  "audit/chain": typeof audit_chain;
  "audit/internal": typeof audit_internal;
  "audit/model": typeof audit_model;
  "audit/mutations": typeof audit_mutations;
  "audit/queries": typeof audit_queries;
  "audit/reading": typeof audit_reading;
  "audit/rules": typeof audit_rules;
  "audit/rules/chain": typeof audit_rules_chain;
  "audit/rules/concern": typeof audit_rules_concern;
  "audit/rules/filter": typeof audit_rules_filter;
  "audit/table": typeof audit_table;
  "audit/verification": typeof audit_verification;
  "audit/views": typeof audit_views;
  "catalog/rules/cidr": typeof catalog_rules_cidr;
  "catalog/rules/conditions": typeof catalog_rules_conditions;
  "catalog/rules/forms": typeof catalog_rules_forms;
  "catalog/rules/inputs": typeof catalog_rules_inputs;
  "catalog/rules/keys": typeof catalog_rules_keys;
  "catalog/rules/review": typeof catalog_rules_review;
  "catalog/rules/values": typeof catalog_rules_values;
  "catalog/table": typeof catalog_table;
  "catalog/types/biAccess": typeof catalog_types_biAccess;
  "catalog/types/common": typeof catalog_types_common;
  "catalog/types/dataSource": typeof catalog_types_dataSource;
  "catalog/types/dbtAirflow": typeof catalog_types_dbtAirflow;
  "catalog/types/index": typeof catalog_types_index;
  "catalog/types/leaver": typeof catalog_types_leaver;
  "catalog/types/portalInvite": typeof catalog_types_portalInvite;
  "catalog/types/sandbox": typeof catalog_types_sandbox;
  "catalog/types/serviceUser": typeof catalog_types_serviceUser;
  "catalog/types/snowflakeAccess": typeof catalog_types_snowflakeAccess;
  "catalog/types/snowflakeUser": typeof catalog_types_snowflakeUser;
  "catalog/types/warehouse": typeof catalog_types_warehouse;
  "connectors/contract": typeof connectors_contract;
  "connectors/operation": typeof connectors_operation;
  "connectors/snowflake/answer": typeof connectors_snowflake_answer;
  "connectors/snowflake/bytes": typeof connectors_snowflake_bytes;
  "connectors/snowflake/cells": typeof connectors_snowflake_cells;
  "connectors/snowflake/connector": typeof connectors_snowflake_connector;
  "connectors/snowflake/credentials": typeof connectors_snowflake_credentials;
  "connectors/snowflake/errors": typeof connectors_snowflake_errors;
  "connectors/snowflake/facts": typeof connectors_snowflake_facts;
  "connectors/snowflake/identifiers": typeof connectors_snowflake_identifiers;
  "connectors/snowflake/input": typeof connectors_snowflake_input;
  "connectors/snowflake/keys": typeof connectors_snowflake_keys;
  "connectors/snowflake/leavers": typeof connectors_snowflake_leavers;
  "connectors/snowflake/people": typeof connectors_snowflake_people;
  "connectors/snowflake/reads": typeof connectors_snowflake_reads;
  "connectors/snowflake/roles": typeof connectors_snowflake_roles;
  "connectors/snowflake/runtime": typeof connectors_snowflake_runtime;
  "connectors/snowflake/schemas": typeof connectors_snowflake_schemas;
  "connectors/snowflake/serviceUsers": typeof connectors_snowflake_serviceUsers;
  "connectors/snowflake/settings": typeof connectors_snowflake_settings;
  "connectors/snowflake/statements": typeof connectors_snowflake_statements;
  "connectors/snowflake/transport": typeof connectors_snowflake_transport;
  "connectors/snowflake/usage": typeof connectors_snowflake_usage;
  "connectors/snowflake/usersApi": typeof connectors_snowflake_usersApi;
  "connectors/snowflake/warehouses": typeof connectors_snowflake_warehouses;
  crons: typeof crons;
  "dev/accounts": typeof dev_accounts;
  "dev/cast": typeof dev_cast;
  "dev/company": typeof dev_company;
  "dev/domains": typeof dev_domains;
  "dev/heartbeat": typeof dev_heartbeat;
  "dev/names": typeof dev_names;
  "dev/plots": typeof dev_plots;
  "dev/random": typeof dev_random;
  "dev/seed": typeof dev_seed;
  "dev/stage": typeof dev_stage;
  "dev/templates": typeof dev_templates;
  "domains/table": typeof domains_table;
  "grants/table": typeof grants_table;
  http: typeof http;
  "lib/counters": typeof lib_counters;
  "lib/errors": typeof lib_errors;
  "lib/functions": typeof lib_functions;
  "lib/pure/fingerprint": typeof lib_pure_fingerprint;
  "lib/pure/impossible": typeof lib_pure_impossible;
  "lib/pure/plan": typeof lib_pure_plan;
  "lib/pure/refusal": typeof lib_pure_refusal;
  "lib/pure/text": typeof lib_pure_text;
  "lib/pure/time": typeof lib_pure_time;
  "lib/table": typeof lib_table;
  "lib/validators": typeof lib_validators;
  "lib/viewer": typeof lib_viewer;
  "notifications/inbox": typeof notifications_inbox;
  "notifications/internal": typeof notifications_internal;
  "notifications/letters": typeof notifications_letters;
  "notifications/model": typeof notifications_model;
  "notifications/mutations": typeof notifications_mutations;
  "notifications/outbox": typeof notifications_outbox;
  "notifications/queries": typeof notifications_queries;
  "notifications/rules": typeof notifications_rules;
  "notifications/standing": typeof notifications_standing;
  "notifications/table": typeof notifications_table;
  "notifications/upkeep": typeof notifications_upkeep;
  "people/internal": typeof people_internal;
  "people/model": typeof people_model;
  "people/mutations": typeof people_mutations;
  "people/queries": typeof people_queries;
  "people/rules": typeof people_rules;
  "people/table": typeof people_table;
  "requests/actions": typeof requests_actions;
  "requests/download": typeof requests_download;
  "requests/internal": typeof requests_internal;
  "requests/model": typeof requests_model;
  "requests/mutations": typeof requests_mutations;
  "requests/queries": typeof requests_queries;
  "requests/rules": typeof requests_rules;
  "requests/rules/access": typeof requests_rules_access;
  "requests/rules/comments": typeof requests_rules_comments;
  "requests/rules/files": typeof requests_rules_files;
  "requests/table": typeof requests_table;
  "requests/uploads": typeof requests_uploads;
  "services/model": typeof services_model;
  "services/rules": typeof services_rules;
  "services/table": typeof services_table;
  "tasks/model": typeof tasks_model;
  "tasks/queries": typeof tasks_queries;
  "tasks/rules": typeof tasks_rules;
  "tasks/table": typeof tasks_table;
  "workflow/approvalList": typeof workflow_approvalList;
  "workflow/approvalPage": typeof workflow_approvalPage;
  "workflow/circle": typeof workflow_circle;
  "workflow/conversation": typeof workflow_conversation;
  "workflow/decide": typeof workflow_decide;
  "workflow/delegating": typeof workflow_delegating;
  "workflow/detail": typeof workflow_detail;
  "workflow/detailView": typeof workflow_detailView;
  "workflow/edit": typeof workflow_edit;
  "workflow/executor": typeof workflow_executor;
  "workflow/firing": typeof workflow_firing;
  "workflow/formLines": typeof workflow_formLines;
  "workflow/history": typeof workflow_history;
  "workflow/internal": typeof workflow_internal;
  "workflow/model": typeof workflow_model;
  "workflow/monitor": typeof workflow_monitor;
  "workflow/moving": typeof workflow_moving;
  "workflow/mutations": typeof workflow_mutations;
  "workflow/nextStepFacts": typeof workflow_nextStepFacts;
  "workflow/opening": typeof workflow_opening;
  "workflow/pause": typeof workflow_pause;
  "workflow/progress": typeof workflow_progress;
  "workflow/queries": typeof workflow_queries;
  "workflow/questions": typeof workflow_questions;
  "workflow/remind": typeof workflow_remind;
  "workflow/review": typeof workflow_review;
  "workflow/rules": typeof workflow_rules;
  "workflow/rules/may": typeof workflow_rules_may;
  "workflow/rules/nextStep": typeof workflow_rules_nextStep;
  "workflow/seating": typeof workflow_seating;
  "workflow/step": typeof workflow_step;
  "workflow/table": typeof workflow_table;
  "workflow/taskView": typeof workflow_taskView;
  "workflow/timeline": typeof workflow_timeline;
  "workflow/timing": typeof workflow_timing;
  "workflow/views": typeof workflow_views;
  "workflow/visit": typeof workflow_visit;
  "workflow/words": typeof workflow_words;
}>;

/**
 * A utility for referencing Convex functions in your app's public API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = api.myModule.myFunction;
 * ```
 */
export declare const api: FilterApi<
  typeof fullApi,
  FunctionReference<any, "public">
>;

/**
 * A utility for referencing Convex functions in your app's internal API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = internal.myModule.myFunction;
 * ```
 */
export declare const internal: FilterApi<
  typeof fullApi,
  FunctionReference<any, "internal">
>;

export declare const components: {};
