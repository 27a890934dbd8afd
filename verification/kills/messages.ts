import type { RouteCall } from "@/lib/tools/testing/call-route";

/** A call in a message; its bytes are in base64. */
export type SentCall = Omit<RouteCall, "body"> & { readonly base64?: string };

/** A message of the parent to the process. */
export type Question =
	| { readonly ask: "prepare"; readonly route: string }
	| { readonly ask: "send"; readonly route: string; readonly call: SentCall }
	/** Makes the process kill itself at the answer to this statement. */
	| { readonly ask: "die"; readonly statement: number }
	| { readonly ask: "effects"; readonly requestIds: readonly string[] }
	/**
	 * Records events whose reasons begin with the mark, one by one, and hands them over as they
	 * come.
	 */
	| { readonly ask: "tell"; readonly mark: string; readonly events: number }
	/** Hands over what is left: how many events with the mark were recorded, told, and told twice. */
	| { readonly ask: "told"; readonly mark: string }
	/** Checks the whole database; answered with its problems. */
	| { readonly ask: "check" };

/** The answer of a route. */
export interface Sent {
	readonly status: number;
	readonly isReplayed: boolean;
	readonly text: string;
}

/** One line of the process. */
export interface Answer {
	readonly id: number;
	readonly answer: string | SentCall | Sent | readonly number[] | readonly string[];
	readonly error?: string;
}
