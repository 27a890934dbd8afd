"use client";

import { FormDialog } from "@/components/kit/form/form-dialog";
import { useSessionUser } from "@/components/kit/session/session-context";
import { useSend } from "@/lib/browser/api";
import { notificationSettingsQuery } from "@/lib/browser/notifications";
import { useQuery } from "@/lib/browser/use-query";
import { ROLES } from "@/lib/contract/constants";
import { createPersonBody } from "@/lib/contract/person";
import { organizationField } from "./known-organizations";
import { nameFields, roleField } from "./person-fields";
import { SignInLinkShown } from "./sign-in-link-shown";

const LINK = "You'll see the link that lets them set a password.";
const MAILED = "We'll also email it to them.";
const NOT_MAILED = "This service sends no email, so send them the link yourself.";

/** Creates a person and shows, once, the link that lets them set a password. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
	const { role: own, organization } = useSessionUser();
	const invite = useSend("POST /api/users", { gcTime: 0 });
	const mail = useQuery(notificationSettingsQuery).data?.mail;
	if (invite.data !== undefined) return <SignInLinkShown invited={invite.data} onClose={onClose} />;
	const roles = ROLES.filter((role) => own === "operator" || role !== "operator");
	return (
		<FormDialog
			title="Invite a person"
			description={mail === undefined ? LINK : `${LINK} ${mail ? MAILED : NOT_MAILED}`}
			action="Create link"
			fields={[
				{ name: "email", label: "Email", hint: "Used to sign in.", input: { inputMode: "email", maxLength: 254 } },
				nameFields(),
				roleField(roles, "designer"),
				own === "operator" && organizationField({ value: organization.slug, hint: "The slug of their organization." }),
			]}
			schema={createPersonBody}
			saving={invite}
			send={(body) => invite.mutate({ body })}
			onClose={onClose}
		/>
	);
}
