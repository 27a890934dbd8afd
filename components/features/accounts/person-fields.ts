import type { ChoiceField, FormField } from "@/components/kit/form/form-field";
import { NAME_LENGTH } from "@/lib/contract/constants";
import type { PersonRole } from "@/lib/contract/person";
import { ROLE_WORDS } from "./person-words";

/** First and last name, side by side; where they are the reader's, with what the browser may fill in. */
export const nameFields = (first?: string, last?: string): FormField[] =>
	[
		{ name: "first_name", label: "First name", autoComplete: first },
		{ name: "last_name", label: "Last name", autoComplete: last },
	].map(({ autoComplete, ...field }) => ({
		...field,
		optional: true,
		input: { autoComplete, maxLength: NAME_LENGTH },
	}));

/** A choice of roles, with the description of the selected one below it and a note after that. */
export const roleField = (roles: readonly PersonRole[], value: PersonRole, note = ""): ChoiceField => ({
	kind: "choice",
	name: "role",
	label: "Role",
	value,
	options: roles.map((role) => ({ value: role, label: role })),
	hint: (role) => {
		const words = ROLE_WORDS[role as PersonRole];
		return `${words.charAt(0).toUpperCase()}${words.slice(1)}. ${note}`.trim();
	},
});
