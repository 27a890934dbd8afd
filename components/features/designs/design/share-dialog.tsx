"use client";

import { Building2, Plus, UserRound, X } from "lucide-react";
import { useState } from "react";
import { FormDialog } from "@/components/kit/form/form-dialog";
import { Button } from "@/components/kit/ui/button";
import { controlClass } from "@/components/kit/ui/field";
import { SearchField } from "@/components/kit/ui/filter-bar";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import { directoryQuery } from "@/lib/browser/design-editing";
import { useKeepDesign } from "@/lib/browser/designs";
import { useQuery } from "@/lib/browser/use-query";
import type { Collaborator, DesignDetail } from "@/lib/contract/design";
import type { DirectoryEntry } from "@/lib/contract/sharing";
import { isolate } from "@/lib/rules/text/isolate";

/** Shares a design with people and organizations. */
export function ShareDialog({ design, onClose }: { design: DesignDetail; onClose: () => void }) {
	const share = useSend("PUT /api/designs/[design_id]/collaborators", { onSuccess: useKeepDesign() });
	// The revision when the dialog opened, so that a newer change is not overwritten.
	const [revision] = useState(design.revision);
	const [people, setPeople] = useState<readonly Collaborator[]>(design.collaborators);
	const without = (id: string) => people.filter((entry) => entry.id !== id);
	const permit = (id: string, edit: boolean) =>
		setPeople(people.map((entry) => (entry.id === id ? { ...entry, permissions: { view: true, edit } } : entry)));
	const questions = (
		<>
			<Finder
				taken={[design.owner_id, ...people.map(({ id }) => id)]}
				onAdd={({ type, id, label }) =>
					setPeople([...people, { type, id, label, permissions: { view: true, edit: false } }])
				}
			/>
			<section aria-label="Shared with" className="grid gap-1">
				<h3 className="font-medium">Shared with</h3>
				{people.length === 0 ? <p className="text-muted">No one yet.</p> : null}
				{people.some(({ id }) => id === design.owner_org_id) ? (
					<p className="text-muted text-small">
						Sharing with the owner's organization lets every member find it, view it and request its deployment.
					</p>
				) : null}
				<ul className="divide-y divide-line">
					{people.map(({ type, id, label, permissions }) => (
						<li key={id} className="flex flex-wrap items-center gap-2 py-1.5">
							<Kind type={type} />
							<span className="min-w-0 grow truncate">
								<bdi>{label}</bdi>
							</span>
							<select
								aria-label={`Access for ${isolate(label)}`}
								value={permissions.edit ? "edit" : "view"}
								onChange={(event) => permit(id, event.target.value === "edit")}
								className={controlClass("max-w-32")}
							>
								<option value="view">can view</option>
								<option value="edit">can edit</option>
							</select>
							<Button variant="quiet" aria-label={`Remove ${isolate(label)}`} onClick={() => setPeople(without(id))}>
								<X aria-hidden className="size-4" />
							</Button>
						</li>
					))}
				</ul>
			</section>
		</>
	);
	return (
		<FormDialog
			title={`Share ${isolate(design.name)}`}
			description={
				design.owner_org_members_see === "all"
					? "Everyone in the owner's organization can already view it. Add others here."
					: "Members of the owner's organization see only what is shared with them. Add people or the whole organization."
			}
			action="Save sharing"
			wide
			fields={[{ kind: "own", render: () => questions }]}
			saving={share}
			send={(_, then) => {
				const collaborators = people.map(({ type, id, permissions }) => ({ type, id, permissions }));
				share.mutate({ design_id: design.id, revision, body: { collaborators } }, then);
			}}
			done={() => "Sharing saved"}
			onClose={onClose}
		/>
	);
}

function Kind({ type }: { type: "user" | "org" }) {
	const Icon = type === "org" ? Building2 : UserRound;
	return (
		<>
			<Icon aria-hidden className="size-4 shrink-0 text-muted" />
			<span className="sr-only">{type === "org" ? "Organization" : "Person"}</span>
		</>
	);
}

function Finder({ taken, onAdd }: { taken: readonly string[]; onAdd: (entry: DirectoryEntry) => void }) {
	const [q, setQ] = useState("");
	const { data, error, isFetching } = useQuery(directoryQuery(q.trim()));
	const found = data?.rows.filter(({ id }) => !taken.includes(id)) ?? [];
	return (
		<section aria-label="Find people and organizations" className="grid gap-2">
			<SearchField label="Name, email or organization" value={q} onChange={setQ} wide />
			<p className="text-muted text-small">
				Find people whose designs you see by part of their name, others by exact email, other organizations by exact
				slug.
			</p>
			{error === null ? null : <p className="text-bad text-small">{describeError(error)}</p>}
			<ul aria-label="Found" aria-busy={isFetching} className="max-h-list divide-y divide-line overflow-y-auto">
				{found.map((entry) => (
					<li key={entry.id} className="flex items-center gap-2 py-1">
						<Kind type={entry.type} />
						<span className="min-w-0 grow">
							<bdi>{entry.label}</bdi>
							<span className="text-muted text-small">
								{" "}
								{[entry.name, entry.type === "user" ? entry.organization.name : entry.organization.slug]
									.filter((word) => word !== null)
									.join(" · ")}
							</span>
						</span>
						<Button variant="link" onClick={() => onAdd(entry)}>
							<Plus aria-hidden className="size-4" />
							Add
							<span className="sr-only">
								{" "}
								<bdi>{entry.label}</bdi>
							</span>
						</Button>
					</li>
				))}
			</ul>
			{data !== undefined && found.length === 0 && q.trim() !== "" ? (
				<p className="text-muted">No one else found for “{q.trim()}”.</p>
			) : null}
		</section>
	);
}
