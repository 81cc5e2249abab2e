/** The only way into the engine. */
export { createEngine } from "./engine.ts";
export type { Caller, Engine, EngineFigures, EngineOptions, FunctionName } from "./options.ts";
export type { UserIdentity } from "./auth/identity.ts";
export type { EngineLimits } from "./functions/limits.ts";
export type { ModuleLoaders } from "./functions/registry.ts";
export type { Clock } from "./lib/clock.ts";
export type { EngineLogger } from "./lib/log.ts";
export type { RandomSource } from "./lib/random.ts";
export type { TransactionLimits } from "./transactions/limits.ts";
export type { IngestMode as ImportMode } from "./transactions/ingest-plan.ts";
export { importIntoFolder, type FolderTools } from "./folder.ts";
export { checkFolder, type BackupReport } from "./transfer/backup.ts";
export { copyDatabase } from "./storage/backup.ts";
export { claimFolder } from "./storage/folder.ts";
export { systemClock } from "./lib/clock.ts";
export { exportFolder } from "./transfer/export.ts";
export { ArchiveError } from "./transfer/archive.ts";
export type { ImportOptions, ImportReport } from "./transfer/import.ts";
