"use client";

import { useState } from "react";
import { FormDialog } from "@/components/kit/form/form-dialog";
import { wordsIn } from "@/components/kit/form/read-form";
import { useSessionUser } from "@/components/kit/session/session-context";
import { endOfDay } from "@/components/kit/table/local-day";
import { SearchField } from "@/components/kit/ui/filter-bar";
import { ShownOnceDialog } from "@/components/kit/ui/shown-once-dialog";
import { useSend } from "@/lib/browser/api";
import { peopleQuery } from "@/lib/browser/people";
import { useQuery } from "@/lib/browser/use-query";
import { KEY_SCOPES } from "@/lib/contract/constants";
import { createKeyBody } from "@/lib/contract/key";
import { isolate } from "@/lib/rules/text/isolate";
import { SCOPE_WORDS } from "./key-words";

/** The limit of one response. */
const MOST = 500;

/** Creates an API key and shows it once. */
export function NewKeyDialog({ userId, onClose }: { userId: string | null; onClose: () => void }) {
	const me = useSessionUser();
	const create = useSend("POST /api/keys", { gcTime: 0 });
	const decides = me.role !== "designer";
	const [wanted, setWanted] = useState("");
	const [chosen, setChosen] = useState(userId ?? "");
	const q = wanted.trim();
	const people = useQuery({
		...peopleQuery({ q: q === "" ? undefined : q, limit: MOST, offset: 0 }),
		enabled: decides,
	});
	const others = people.data?.rows.filter(({ id, status }) => id !== me.id && status !== "disabled") ?? [];
	// The same choice as the service's for a request without scopes.
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
		<FormDialog
			title="New API key"
			description="Lets a program act as this user, limited to the scopes below."
			action="Create key"
			wide
			fields={[
				{ name: "label", label: "Name", hint: "So you can recognize it later.", input: { maxLength: 100 } },
				(beyond || q !== "") && {
					kind: "own",
					render: () => <SearchField label="Find a person" value={wanted} onChange={setWanted} />,
				},
				decides && {
					kind: "choice",
					name: "user_id",
					label: "Acts as",
					value: chosen,
					hint: beyond ? `Shows the first ${MOST} by email. Search for others.` : undefined,
					options: [
						{ value: "", label: `${isolate(me.email)} (you)` },
						...others.map(({ id, email, org_slug }) => ({ value: id, label: `${isolate(email)} · ${org_slug}` })),
					],
					onChange: setChosen,
					read: (id) => id || undefined,
				},
				{
					kind: "boxes",
					name: "scopes",
					label: "Scopes",
					required: "Select at least one.",
					value: usual,
					options: KEY_SCOPES.filter((scope) => decides || scope === "manage").map((scope) => ({
						value: scope,
						label: <span className="font-mono">{scope}</span>,
						hint: SCOPE_WORDS[scope],
					})),
				},
				[
					{
						name: "allowed_addresses",
						label: "Allowed IPs",
						optional: true,
						mono: true,
						lines: 2,
						hint: "Addresses or blocks, such as 192.0.2.0/24. Leave empty for any.",
						read: wordsIn,
					},
					{
						name: "expires_at",
						label: "Expires",
						optional: true,
						hint: "At the end of that day. Leave empty for never.",
						input: { type: "date" },
						// The contract rejects an invalid day.
						read: (day) => (day === "" ? null : (endOfDay(day)?.toISOString() ?? day)),
					},
				],
			]}
			schema={createKeyBody}
			saving={create}
			send={(body) => create.mutate({ body })}
			onClose={onClose}
		/>
	);
}
