import { migration } from "../declaring/migration";

/** Files of people to invite from before there was a choice say where to: into the portal. */
export const inviteFilesTarget = migration({
  number: 15,
  name: "invite_files_target",
  table: "inviteFiles",
  change: (file) => (Object.hasOwn(file, "target") ? null : { target: "portal" as const }),
});
