import type { Tone } from "@/components/kit/ui/chip";
import type { Person, PersonRole, PersonStatus } from "@/lib/contract/person";

/** What each role may do. */
export const ROLE_WORDS: Record<PersonRole, string> = {
	designer: "makes designs, has them built and asks for their deployment",
	administrator: "decides about deployments on the targets of the organization, and looks after its people",
	operator: "runs the service: every organization, inventory sources, failed builds, prices",
};

/** What each status means and what comes next. */
export const STATUS_WORDS: Record<PersonStatus, { word: string; tone: Tone; explanation: string }> = {
	active: { word: "active", tone: "ok", explanation: "Signs in." },
	invited: {
		word: "invited",
		tone: "warn",
		explanation: "Has set no password yet: the link of the invitation does that, or a new one.",
	},
	token_only: {
		word: "tokens only",
		tone: "neutral",
		explanation: "Made by a program through the token API. A sign-in link lets them into these pages too.",
	},
	disabled: {
		word: "disabled",
		tone: "bad",
		explanation: "Every way in is closed: pages, keys and tokens. It can be enabled again.",
	},
};

/** What a person is called: their name, or else their e-mail. */
export const nameOf = ({ first_name, last_name, email }: Pick<Person, "first_name" | "last_name" | "email">): string =>
	`${first_name} ${last_name}`.trim() || email;
