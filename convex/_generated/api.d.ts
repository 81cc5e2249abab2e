/* eslint-disable */
/**
 * Generated `api` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npm run codegen`.
 * @module
 */

import type * as approvals_table from "../approvals/table.js";
import type * as audit_internal from "../audit/internal.js";
import type * as audit_model from "../audit/model.js";
import type * as audit_queries from "../audit/queries.js";
import type * as audit_rules from "../audit/rules.js";
import type * as audit_table from "../audit/table.js";
import type * as catalog_table from "../catalog/table.js";
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
import type * as lib_counters from "../lib/counters.js";
import type * as lib_errors from "../lib/errors.js";
import type * as lib_functions from "../lib/functions.js";
import type * as lib_pure_fingerprint from "../lib/pure/fingerprint.js";
import type * as lib_pure_impossible from "../lib/pure/impossible.js";
import type * as lib_pure_refusal from "../lib/pure/refusal.js";
import type * as lib_pure_text from "../lib/pure/text.js";
import type * as lib_pure_time from "../lib/pure/time.js";
import type * as lib_table from "../lib/table.js";
import type * as lib_validators from "../lib/validators.js";
import type * as lib_viewer from "../lib/viewer.js";
import type * as notifications_internal from "../notifications/internal.js";
import type * as notifications_model from "../notifications/model.js";
import type * as notifications_queries from "../notifications/queries.js";
import type * as notifications_table from "../notifications/table.js";
import type * as people_internal from "../people/internal.js";
import type * as people_model from "../people/model.js";
import type * as people_mutations from "../people/mutations.js";
import type * as people_queries from "../people/queries.js";
import type * as people_rules from "../people/rules.js";
import type * as people_table from "../people/table.js";
import type * as requests_model from "../requests/model.js";
import type * as requests_queries from "../requests/queries.js";
import type * as requests_rules from "../requests/rules.js";
import type * as requests_table from "../requests/table.js";
import type * as services_model from "../services/model.js";
import type * as services_rules from "../services/rules.js";
import type * as services_table from "../services/table.js";
import type * as tasks_model from "../tasks/model.js";
import type * as tasks_queries from "../tasks/queries.js";
import type * as tasks_rules from "../tasks/rules.js";
import type * as tasks_table from "../tasks/table.js";
import type * as workflow_executor from "../workflow/executor.js";
import type * as workflow_history from "../workflow/history.js";
import type * as workflow_internal from "../workflow/internal.js";
import type * as workflow_listing from "../workflow/listing.js";
import type * as workflow_model from "../workflow/model.js";
import type * as workflow_monitor from "../workflow/monitor.js";
import type * as workflow_mutations from "../workflow/mutations.js";
import type * as workflow_progress from "../workflow/progress.js";
import type * as workflow_queries from "../workflow/queries.js";
import type * as workflow_queueRows from "../workflow/queueRows.js";
import type * as workflow_queues from "../workflow/queues.js";
import type * as workflow_ranges from "../workflow/ranges.js";
import type * as workflow_requestQueue from "../workflow/requestQueue.js";
import type * as workflow_rules from "../workflow/rules.js";
import type * as workflow_rules_queues from "../workflow/rules/queues.js";
import type * as workflow_streams from "../workflow/streams.js";
import type * as workflow_table from "../workflow/table.js";
import type * as workflow_taskQueue from "../workflow/taskQueue.js";
import type * as workflow_views from "../workflow/views.js";

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
  "approvals/table": typeof approvals_table;
  "audit/internal": typeof audit_internal;
  "audit/model": typeof audit_model;
  "audit/queries": typeof audit_queries;
  "audit/rules": typeof audit_rules;
  "audit/table": typeof audit_table;
  "catalog/table": typeof catalog_table;
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
  "lib/counters": typeof lib_counters;
  "lib/errors": typeof lib_errors;
  "lib/functions": typeof lib_functions;
  "lib/pure/fingerprint": typeof lib_pure_fingerprint;
  "lib/pure/impossible": typeof lib_pure_impossible;
  "lib/pure/refusal": typeof lib_pure_refusal;
  "lib/pure/text": typeof lib_pure_text;
  "lib/pure/time": typeof lib_pure_time;
  "lib/table": typeof lib_table;
  "lib/validators": typeof lib_validators;
  "lib/viewer": typeof lib_viewer;
  "notifications/internal": typeof notifications_internal;
  "notifications/model": typeof notifications_model;
  "notifications/queries": typeof notifications_queries;
  "notifications/table": typeof notifications_table;
  "people/internal": typeof people_internal;
  "people/model": typeof people_model;
  "people/mutations": typeof people_mutations;
  "people/queries": typeof people_queries;
  "people/rules": typeof people_rules;
  "people/table": typeof people_table;
  "requests/model": typeof requests_model;
  "requests/queries": typeof requests_queries;
  "requests/rules": typeof requests_rules;
  "requests/table": typeof requests_table;
  "services/model": typeof services_model;
  "services/rules": typeof services_rules;
  "services/table": typeof services_table;
  "tasks/model": typeof tasks_model;
  "tasks/queries": typeof tasks_queries;
  "tasks/rules": typeof tasks_rules;
  "tasks/table": typeof tasks_table;
  "workflow/executor": typeof workflow_executor;
  "workflow/history": typeof workflow_history;
  "workflow/internal": typeof workflow_internal;
  "workflow/listing": typeof workflow_listing;
  "workflow/model": typeof workflow_model;
  "workflow/monitor": typeof workflow_monitor;
  "workflow/mutations": typeof workflow_mutations;
  "workflow/progress": typeof workflow_progress;
  "workflow/queries": typeof workflow_queries;
  "workflow/queueRows": typeof workflow_queueRows;
  "workflow/queues": typeof workflow_queues;
  "workflow/ranges": typeof workflow_ranges;
  "workflow/requestQueue": typeof workflow_requestQueue;
  "workflow/rules": typeof workflow_rules;
  "workflow/rules/queues": typeof workflow_rules_queues;
  "workflow/streams": typeof workflow_streams;
  "workflow/table": typeof workflow_table;
  "workflow/taskQueue": typeof workflow_taskQueue;
  "workflow/views": typeof workflow_views;
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
