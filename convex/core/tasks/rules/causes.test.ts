/** Why a system did not do a task, for whoever does not run it. */

import { expect, test } from "vitest";
import { causeText } from "./causes";

test.each([
  ["role-missing", "Something this task needs is not in Snowflake, or the portal cannot see it."],
  ["not-found", "Something this task needs is not in Snowflake, or the portal cannot see it."],
  ["privilege-missing", "The portal does not have the rights to do this in Snowflake."],
  ["credential-refused", "Snowflake did not let the portal sign in."],
  ["unreachable", "Snowflake could not be reached."],
  ["took-too-long", "Snowflake did not answer in time."],
  ["plan-outdated", "Snowflake has changed since this task was planned."],
  ["already-exists", "Snowflake already has something with this name."],
  ["value-refused", "Snowflake refused it."],
  ["answer-unknown", "Snowflake could not do it."],
  [null, "Snowflake could not do it."],
])("a task that failed with %s says its plain cause", (code, sentence) => {
  expect(causeText("Snowflake", code)).toBe(sentence);
});
