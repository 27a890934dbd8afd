import { type ReadDeployment, readerStatus } from "./reader-status";
import { READER_STATUS } from "./status-words";

/** The one word of a deployment, where it stands in a line of text. */
export const readerWord = (deployment: ReadDeployment): string => READER_STATUS[readerStatus(deployment).state].word;
