import { isHtml } from "@/lib/platform/answered-in-front";
import { OutgoingProblem } from "./outgoing-problem";
import type { Answer } from "./post-message";

/**
 * Whether a web page answers in the addressed party's place; programs also label a mere `ok` as
 * HTML.
 */
export const isPage = ({ contentType, body }: Pick<Answer, "contentType" | "body">): boolean =>
	isHtml(contentType) && /^\s*</.test(body);

/** The problem of a page in the place of an answer; a host may have pages of its own. */
export const answeredPage = (host: string, status: number): OutgoingProblem =>
	new OutgoingProblem(`${host}, or something in front of it, answered with a page (${status})`);
