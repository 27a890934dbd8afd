"use client";

import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { useSend } from "@/lib/browser/api";
import { overtakenBy } from "@/lib/browser/api-error";
import type { Person } from "@/lib/contract/person";
import { isolate } from "@/lib/rules/text/isolate";
import { EraseDialog } from "./erase-dialog";
import type { PersonAction } from "./person-columns";
import { nameOf } from "./person-words";
import { RoleField } from "./role-field";
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
	/** What the provider of single sign-on is called. */
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
	const edit = useSend("PATCH /api/users/[user_id]");
	const roles = [...new Set([person.role, ...person.permissions.roles])];
	const text = (fields: FormData, name: string) => String(fields.get(name) ?? "").trim();
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={nameOf(person)}
			description={`${isolate(person.email)}, ${isolate(person.org_name)}`}
			action="Save"
			pending={edit.isPending}
			error={overtakenBy(edit.error)}
			onSubmit={(fields) => {
				const role = roles.find((one) => one === fields.get("role")) ?? person.role;
				const names = { first_name: text(fields, "first_name"), last_name: text(fields, "last_name") };
				const body = { ...(person.permissions.edit ? names : {}), ...(role === person.role ? {} : { role }) };
				edit.mutate(
					{ user_id: person.id, revision: person.revision, body },
					{
						onSuccess: (saved) => {
							toast.success(`Saved ${isolate(nameOf(saved))}`);
							onClose();
						},
					},
				);
			}}
		>
			{person.permissions.edit ? (
				<div className="grid gap-4 sm:grid-cols-2">
					{(["first_name", "last_name"] as const).map((name) => (
						<Field key={name} label={name === "first_name" ? "First name" : "Last name"} optional>
							{(control) => (
								<input
									{...control}
									name={name}
									defaultValue={person[name]}
									maxLength={100}
									className={controlClass()}
								/>
							)}
						</Field>
					))}
				</div>
			) : null}
			{person.permissions.roles.length === 0 ? null : (
				<RoleField roles={roles} initial={person.role} note="A new role takes effect with their next request." />
			)}
		</ActionDialog>
	);
}

/** Asks before creating a sign-in link, then shows it once. */
function LinkDialog({ person, onClose }: AskedOfPerson) {
	const create = useSend("POST /api/users/[user_id]/sign-in-link", { gcTime: 0 });
	if (create.data !== undefined) return <SignInLinkShown invited={create.data} onClose={onClose} />;
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Create a sign-in link for ${isolate(nameOf(person))}?`}
			description={`Anyone with the link can set the password of ${isolate(person.email)} and sign in as them. Earlier links stop working. ${
				person.status === "active" ? "The current password works until the link is used." : "The link works once."
			}`}
			action="Create link"
			pending={create.isPending}
			error={create.error}
			onSubmit={() => create.mutate({ user_id: person.id })}
		/>
	);
}

/** Unbinds a person from their identity at the provider of single sign-on. */
function UnbindDialog({ person, onClose, provider }: AskedOfPerson & { provider: string }) {
	const edit = useSend("PATCH /api/users/[user_id]");
	const name = isolate(nameOf(person));
	const label = isolate(provider);
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Unbind ${name} from ${label}?`}
			description={`${isolate(person.email)} is signed out. The next person who signs in with ${label} and this verified email is bound instead. Do this when their account at ${label} was replaced.`}
			action="Unbind"
			variant="destructive"
			pending={edit.isPending}
			error={overtakenBy(edit.error)}
			onSubmit={() =>
				edit.mutate(
					{ user_id: person.id, revision: person.revision, body: { single_sign_on: null } },
					{
						onSuccess: () => {
							toast.success(`Unbound ${name}`);
							onClose();
						},
					},
				)
			}
		/>
	);
}

/** Disables a person, or enables them again. */
function AccessDialog({ person, onClose, disabled }: AskedOfPerson & { disabled: boolean }) {
	const edit = useSend("PATCH /api/users/[user_id]");
	const name = nameOf(person);
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`${disabled ? "Disable" : "Enable"} ${isolate(name)}?`}
			description={
				disabled
					? `${isolate(person.email)} is signed out and can no longer use keys and tokens. Their designs and deployments stay. You can enable them again.`
					: `${isolate(person.email)} can sign in and use their keys again.`
			}
			action={disabled ? "Disable" : "Enable"}
			variant={disabled ? "destructive" : "primary"}
			pending={edit.isPending}
			error={overtakenBy(edit.error)}
			onSubmit={() =>
				edit.mutate(
					{ user_id: person.id, revision: person.revision, body: { disabled } },
					{
						onSuccess: () => {
							toast.success(`${disabled ? "Disabled" : "Enabled"} ${isolate(name)}`);
							onClose();
						},
					},
				)
			}
		/>
	);
}
