/** Height at which the log tables start to scroll (specification, section 9). */
export const LOG_TABLE_HEIGHT = "24rem";
/** Executions the backend lists at a time. */
export const EXECUTION_PAGE = 100;
