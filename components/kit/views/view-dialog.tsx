"use client";

import { FormDialog } from "@/components/kit/form/form-dialog";
import { DeleteDialog } from "@/components/kit/ui/delete-dialog";
import { useSend } from "@/lib/browser/api";
import type { CreateView, SavedView, ViewPage } from "@/lib/contract/view";
import { isolate } from "@/lib/rules/text/isolate";

/** An action on a view that needs a dialog. */
export type ViewDialogKind =
	| { action: "create"; page: ViewPage; query: string }
	| { action: "rename"; view: SavedView }
	| { action: "delete"; view: SavedView };

const LONGEST_NAME = 100;

/** Saves, renames or deletes a view. */
export function ViewDialog({ asked, onClose }: { asked: ViewDialogKind; onClose: () => void }) {
	return asked.action === "delete" ? (
		<DeleteView view={asked.view} onClose={onClose} />
	) : (
		<NameView asked={asked} onClose={onClose} />
	);
}

function NameView({ asked, onClose }: { asked: Exclude<ViewDialogKind, { action: "delete" }>; onClose: () => void }) {
	const create = useSend("POST /api/views");
	const change = useSend("PATCH /api/views/[view_id]");
	const view = asked.action === "create" ? null : asked.view;
	return (
		<FormDialog
			item={view}
			title={view === null ? "Save this view" : `Rename the view ${isolate(view.name)}`}
			description={view === null ? "Saves the current filters and sort order." : undefined}
			action={view === null ? "Save view" : "Rename"}
			fields={[
				{ name: "name", label: "Name", required: "Enter a name.", input: { maxLength: LONGEST_NAME } },
				view === null && { kind: "switch", name: "shared", label: "Share with my organization" },
				view === null && { kind: "switch", name: "default", label: "Open this page with it" },
			]}
			saving={view === null ? create : change}
			send={(body: Pick<CreateView, "name" | "shared" | "default">, then) =>
				asked.action === "create" && create.mutate({ body: { page: asked.page, query: asked.query, ...body } }, then)
			}
			edit={(body, then, { id }) => change.mutate({ view_id: id, body }, then)}
			done={(_, { name }) => `${view === null ? "Saved the view" : "Renamed the view to"} ${isolate(name)}`}
			onClose={onClose}
		/>
	);
}

function DeleteView({ view, onClose }: { view: SavedView; onClose: () => void }) {
	const name = isolate(view.name);
	return (
		<DeleteDialog
			item={{ view_id: view.id }}
			remove={useSend("DELETE /api/views/[view_id]")}
			title={`Delete the view ${name}?`}
			description={
				view.shared
					? "It is deleted for everyone in your organization. What it shows is not affected."
					: "What it shows is not affected."
			}
			done={`Deleted the view ${name}`}
			onClose={onClose}
		/>
	);
}
