import type { Tone } from "@/components/kit/ui/chip";
import type { Person, PersonRole, PersonStatus } from "@/lib/contract/person";

/** What each role can do. */
export const ROLE_WORDS: Record<PersonRole, string> = {
	designer: "creates designs, and requests builds and deployments",
	administrator: "approves deployments on the organization's targets and manages its people",
	operator: "runs the service: organizations, inventory sources, failed builds and prices",
};

/** What each status means and what comes next. */
export const STATUS_WORDS: Record<PersonStatus, { word: string; tone: Tone; explanation: string }> = {
	active: { word: "active", tone: "ok", explanation: "Can sign in." },
	invited: {
		word: "invited",
		tone: "warn",
		explanation: "Has not set a password yet. The invitation link or a new link lets them set one.",
	},
	token_only: {
		word: "tokens only",
		tone: "neutral",
		explanation: "Created by a program through the token API. A sign-in link also lets them use these pages.",
	},
	disabled: {
		word: "disabled",
		tone: "bad",
		explanation: "Cannot sign in or use keys and tokens. Can be enabled again.",
	},
};

/** The person's name, or else their email. */
export const nameOf = ({ first_name, last_name, email }: Pick<Person, "first_name" | "last_name" | "email">): string =>
	`${first_name} ${last_name}`.trim() || email;
