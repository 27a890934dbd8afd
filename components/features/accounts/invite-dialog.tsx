"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSessionUser } from "@/components/kit/session/session-context";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { useSend } from "@/lib/browser/api";
import { notificationSettingsQuery } from "@/lib/browser/notifications";
import { ROLES } from "@/lib/contract/constants";
import { createPersonBody } from "@/lib/contract/person";
import { OrganizationInput } from "./known-organizations";
import { RoleField } from "./role-field";
import { SignInLinkShown } from "./sign-in-link-shown";

const FIELDS = ["email", "first_name", "last_name", "role", "organization"] as const;

const LINK = "You'll see the link that lets them set a password.";
const MAILED = "We'll also email it to them.";
const NOT_MAILED = "This service sends no email, so send them the link yourself.";

/** Creates a person and shows, once, the link that lets them set a password. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
	const { role: own, organization } = useSessionUser();
	const invite = useSend("POST /api/users", { gcTime: 0 });
	const mail = useQuery(notificationSettingsQuery).data?.mail;
	const [problems, setProblems] = useState<Record<string, string>>({});
	if (invite.data !== undefined) return <SignInLinkShown invited={invite.data} onClose={onClose} />;
	const submit = (fields: FormData) => {
		const body = Object.fromEntries(
			FIELDS.flatMap((name) => {
				const value = String(fields.get(name) ?? "").trim();
				return value === "" && name !== "email" ? [] : [[name, value]];
			}),
		);
		const read = createPersonBody.safeParse(body);
		setProblems(
			Object.fromEntries(
				(read.error?.issues ?? []).map(({ path, message }) => [String(path[0]), `This ${message}.`] as const),
			),
		);
		if (read.success) invite.mutate({ body: read.data });
	};
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title="Invite a person"
			description={mail === undefined ? LINK : `${LINK} ${mail ? MAILED : NOT_MAILED}`}
			action="Create link"
			pending={invite.isPending}
			error={invite.error}
			onSubmit={submit}
		>
			<Field label="Email" error={problems.email} hint="Used to sign in.">
				{(control) => <input {...control} inputMode="email" name="email" maxLength={254} className={controlClass()} />}
			</Field>
			<div className="grid gap-4 sm:grid-cols-2">
				<Field label="First name" optional error={problems.first_name}>
					{(control) => <input {...control} name="first_name" maxLength={100} className={controlClass()} />}
				</Field>
				<Field label="Last name" optional error={problems.last_name}>
					{(control) => <input {...control} name="last_name" maxLength={100} className={controlClass()} />}
				</Field>
			</div>
			<RoleField roles={ROLES.filter((role) => own === "operator" || role !== "operator")} initial="designer" />
			{own === "operator" ? (
				<Field label="Organization" error={problems.organization} hint="The slug of their organization.">
					{(control) => <OrganizationInput {...control} name="organization" initial={organization.slug} />}
				</Field>
			) : null}
		</ActionDialog>
	);
}
