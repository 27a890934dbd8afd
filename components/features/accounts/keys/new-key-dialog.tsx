"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSessionUser } from "@/components/kit/session/session-context";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field, FieldGroup } from "@/components/kit/ui/field";
import { SearchField } from "@/components/kit/ui/filter-bar";
import { ShownOnceDialog } from "@/components/kit/ui/shown-once-dialog";
import { useSend } from "@/lib/browser/api";
import { peopleQuery } from "@/lib/browser/people";
import { KEY_SCOPES } from "@/lib/contract/constants";
import { isolate } from "@/lib/rules/text/isolate";
import { SCOPE_WORDS } from "./key-words";
import { type KeyProblems, readKey } from "./read-key";

/** The limit of one response. */
const MOST = 500;

/** Creates an API key and shows it once. */
export function NewKeyDialog({ userId, onClose }: { userId: string | null; onClose: () => void }) {
	const me = useSessionUser();
	const create = useSend("POST /api/keys", { gcTime: 0 });
	const [problems, setProblems] = useState<KeyProblems>({});
	const decides = me.role !== "designer";
	const [wanted, setWanted] = useState("");
	const [chosen, setChosen] = useState(userId ?? "");
	const q = wanted.trim();
	const people = useQuery({
		...peopleQuery({ q: q === "" ? undefined : q, limit: MOST, offset: 0 }),
		enabled: decides,
	});
	const others = people.data?.rows.filter(({ id, status }) => id !== me.id && status !== "disabled") ?? [];
	// As the service does where no scopes are asked for.
	const usual = (others.find(({ id }) => id === chosen) ?? me).role === "designer" ? ["manage"] : ["manage", "tokens"];
	const beyond = (people.data?.total ?? 0) > MOST;
	const issued = create.data;
	if (issued !== undefined) {
		return (
			<ShownOnceDialog
				title={`API key ${isolate(issued.label)}`}
				label="Key"
				secret={issued.key}
				note={issued.key_note}
				onClose={onClose}
			>
				<p className="text-muted text-small">
					It acts as <bdi>{issued.user_email}</bdi>. Send it as a bearer token or as the parameter KEY.
				</p>
			</ShownOnceDialog>
		);
	}
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title="New API key"
			description="Lets a program act as this user, limited to the scopes below."
			action="Create key"
			pending={create.isPending}
			error={create.error}
			wide
			onSubmit={(fields) => {
				const read = readKey(fields);
				setProblems(read.problems ?? {});
				if (read.body !== undefined) create.mutate({ body: read.body });
			}}
		>
			<Field label="Name" error={problems.label} hint="So you can recognize it later.">
				{(control) => <input {...control} name="label" maxLength={100} className={controlClass()} />}
			</Field>
			{beyond || q !== "" ? <SearchField label="Find a person" value={wanted} onChange={setWanted} /> : null}
			{decides ? (
				<Field label="Acts as" hint={beyond ? `Shows the first ${MOST} by email. Search for others.` : undefined}>
					{(control) => (
						<select
							{...control}
							name="user_id"
							value={others.some(({ id }) => id === chosen) ? chosen : ""}
							onChange={(event) => setChosen(event.target.value)}
							className={controlClass()}
						>
							<option value="">{isolate(me.email)} (you)</option>
							{others.map(({ id, email, org_slug }) => (
								<option key={id} value={id}>
									{isolate(email)} · {org_slug}
								</option>
							))}
						</select>
					)}
				</Field>
			) : null}
			<FieldGroup key={usual.join()} legend="Scopes" error={problems.scopes && "Select at least one."}>
				{(control) =>
					KEY_SCOPES.filter((scope) => decides || scope === "manage").map((scope) => (
						<label key={scope} className="flex items-start gap-2">
							<input
								{...control}
								type="checkbox"
								name="scopes"
								value={scope}
								defaultChecked={usual.includes(scope)}
								className="mt-0.5 size-4 shrink-0 accent-accent"
							/>
							<span>
								<span className="font-mono">{scope}</span>
								<span className="block text-muted text-small">{SCOPE_WORDS[scope]}</span>
							</span>
						</label>
					))
				}
			</FieldGroup>
			<div className="grid gap-4 sm:grid-cols-2">
				<Field
					label="Allowed IPs"
					optional
					error={problems.allowed_addresses}
					hint="Addresses or blocks, such as 192.0.2.0/24. Leave empty for any."
				>
					{(control) => (
						<textarea {...control} name="allowed_addresses" rows={2} className={controlClass("font-mono")} />
					)}
				</Field>
				<Field
					label="Expires"
					optional
					error={problems.expires_at}
					hint="At the end of that day. Leave empty for never."
				>
					{(control) => <input {...control} type="date" name="expires_at" className={controlClass()} />}
				</Field>
			</div>
		</ActionDialog>
	);
}
