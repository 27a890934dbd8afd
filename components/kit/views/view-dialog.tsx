"use client";

import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { DeleteDialog } from "@/components/kit/ui/delete-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { useSend } from "@/lib/browser/api";
import type { SavedView, ViewPage } from "@/lib/contract/view";
import { isolate } from "@/lib/rules/text/isolate";

/** An action on a view that needs a dialog. */
export type AskedOfView =
	| { action: "create"; page: ViewPage; query: string }
	| { action: "rename"; view: SavedView }
	| { action: "delete"; view: SavedView };

const LONGEST_NAME = 100;

/** Saves, renames or deletes a view. */
export function ViewDialog({ asked, onClose }: { asked: AskedOfView; onClose: () => void }) {
	return asked.action === "delete" ? (
		<DeleteView view={asked.view} onClose={onClose} />
	) : (
		<NameView asked={asked} onClose={onClose} />
	);
}

function NameView({ asked, onClose }: { asked: Exclude<AskedOfView, { action: "delete" }>; onClose: () => void }) {
	const create = useSend("POST /api/views");
	const edit = useSend("PATCH /api/views/[view_id]");
	const [problem, setProblem] = useState<string | null>(null);
	const view = asked.action === "create" ? null : asked.view;
	const submit = (fields: FormData) => {
		const name = String(fields.get("name") ?? "").trim();
		setProblem(name === "" ? "Enter a name." : null);
		if (name === "") return;
		const options = {
			onSuccess: () => {
				toast.success(view === null ? `Saved the view ${isolate(name)}` : `Renamed the view to ${isolate(name)}`);
				onClose();
			},
		};
		if (asked.action === "create") {
			const { page, query } = asked;
			const [shared, isDefault] = [fields.get("shared") === "on", fields.get("default") === "on"];
			create.mutate({ body: { page, query, name, shared, default: isDefault } }, options);
		} else edit.mutate({ view_id: asked.view.id, body: { name } }, options);
	};
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={view === null ? "Save this view" : `Rename the view ${isolate(view.name)}`}
			description={view === null ? "Saves the current filters and sort order." : undefined}
			action={view === null ? "Save view" : "Rename"}
			pending={create.isPending || edit.isPending}
			error={create.error ?? edit.error}
			onSubmit={submit}
		>
			<Field label="Name" error={problem}>
				{(control) => (
					<input
						{...control}
						name="name"
						defaultValue={view?.name ?? ""}
						maxLength={LONGEST_NAME}
						className={controlClass()}
					/>
				)}
			</Field>
			{view === null ? (
				<>
					<label className="flex min-h-6 items-center gap-2">
						<input type="checkbox" name="shared" className="size-4 accent-accent" />
						Share with my organization
					</label>
					<label className="flex min-h-6 items-center gap-2">
						<input type="checkbox" name="default" className="size-4 accent-accent" />
						Open this page with it
					</label>
				</>
			) : null}
		</ActionDialog>
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
