import { localFlag } from "../../components/local-flag";

/** Whether single letters act as shortcuts; people who speak their input switch it off. */
export const singleKeys = localFlag("portal-single-keys", true);
