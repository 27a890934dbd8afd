"use client";

import { FormDialog } from "@/components/kit/form/form-dialog";
import { useSend } from "@/lib/browser/api";
import type { EditPerson, Person } from "@/lib/contract/person";
import { isolate } from "@/lib/rules/text/isolate";
import { EraseDialog } from "./erase-dialog";
import type { PersonAction } from "./person-columns";
import { nameFields, roleField } from "./person-fields";
import { nameOf } from "./person-words";
import { SignInLinkShown } from "./sign-in-link-shown";

interface AskedOfPerson {
	person: Person;
	onClose: () => void;
}

/** The dialog of an action on a person. */
export function PersonDialog({
	action,
	provider,
	...asked
}: AskedOfPerson & {
	action: PersonAction;
	/** The name of the provider of single sign-on. */
	provider: string;
}) {
	if (action === "unbind") return <UnbindDialog {...asked} provider={provider} />;
	if (action === "edit") return <EditDialog {...asked} />;
	if (action === "erase") return <EraseDialog {...asked} />;
	if (action === "link") return <LinkDialog {...asked} />;
	return <AccessDialog {...asked} disabled={action === "disable"} />;
}

/** Edits the name and, if the reader may change it, the role. */
function EditDialog({ person, onClose }: AskedOfPerson) {
	const change = useSend("PATCH /api/users/[user_id]");
	const roles = [...new Set([person.role, ...person.permissions.roles])];
	return (
		<FormDialog
			item={person}
			title={nameOf(person)}
			description={`${isolate(person.email)}, ${isolate(person.org_name)}`}
			action="Save"
			fields={[
				person.permissions.edit && nameFields(),
				person.permissions.roles.length > 0 &&
					roleField(roles, person.role, "A new role takes effect with their next request."),
			]}
			saving={change}
			edit={(body: EditPerson, then, { id, revision }) => change.mutate({ user_id: id, revision, body }, then)}
			done={(saved: Person) => `Saved ${isolate(nameOf(saved))}`}
			onClose={onClose}
		/>
	);
}

/** Asks before creating a sign-in link, then shows it once. */
function LinkDialog({ person, onClose }: AskedOfPerson) {
	const create = useSend("POST /api/users/[user_id]/sign-in-link", { gcTime: 0 });
	if (create.data !== undefined) return <SignInLinkShown invited={create.data} onClose={onClose} />;
	return (
		<FormDialog
			title={`Create a sign-in link for ${isolate(nameOf(person))}?`}
			description={`Anyone with the link can set the password of ${isolate(person.email)} and sign in as them. Earlier links stop working. ${
				person.status === "active" ? "The current password works until the link is used." : "The link works once."
			}`}
			action="Create link"
			saving={create}
			send={() => create.mutate({ user_id: person.id })}
			onClose={onClose}
		/>
	);
}

/** Unbinds a person from their identity at the provider of single sign-on. */
function UnbindDialog({ person, onClose, provider }: AskedOfPerson & { provider: string }) {
	const change = useSend("PATCH /api/users/[user_id]");
	const name = isolate(nameOf(person));
	const label = isolate(provider);
	return (
		<FormDialog
			title={`Unbind ${name} from ${label}?`}
			description={`${isolate(person.email)} is signed out. The next person who signs in with ${label} and this verified email is bound instead. Do this when their account at ${label} was replaced.`}
			action="Unbind"
			variant="destructive"
			saving={change}
			send={(_, then) =>
				change.mutate({ user_id: person.id, revision: person.revision, body: { single_sign_on: null } }, then)
			}
			done={() => `Unbound ${name}`}
			onClose={onClose}
		/>
	);
}

/** Disables a person, or enables them again. */
function AccessDialog({ person, onClose, disabled }: AskedOfPerson & { disabled: boolean }) {
	const change = useSend("PATCH /api/users/[user_id]");
	const name = nameOf(person);
	return (
		<FormDialog
			title={`${disabled ? "Disable" : "Enable"} ${isolate(name)}?`}
			description={
				disabled
					? `${isolate(person.email)} is signed out and can no longer use keys and tokens. Their designs and deployments stay. You can enable them again.`
					: `${isolate(person.email)} can sign in and use their keys again.`
			}
			action={disabled ? "Disable" : "Enable"}
			variant={disabled ? "destructive" : "primary"}
			saving={change}
			send={(_, then) => change.mutate({ user_id: person.id, revision: person.revision, body: { disabled } }, then)}
			done={() => `${disabled ? "Disabled" : "Enabled"} ${isolate(name)}`}
			onClose={onClose}
		/>
	);
}
