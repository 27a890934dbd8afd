"use client";

import { Building2, Tag, UserRound } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { Card } from "@/components/kit/ui/card";
import { Chip } from "@/components/kit/ui/chip";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { PersonName } from "@/components/kit/ui/person-name";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { isViewed } from "@/lib/browser/embedding";
import type { DesignDetail } from "@/lib/contract/design";

const VisibilityDialog = lazyDialog(() => import("./visibility-dialog").then((module) => module.VisibilityDialog));
const ShareDialog = lazyDialog(() => import("./share-dialog").then((module) => module.ShareDialog));
const DIALOGS = [VisibilityDialog, ShareDialog] as const;

/** Who can see and edit the design, and its visibility tags. */
export function SharingCard({ design }: { design: DesignDetail }) {
	useAtHand(DIALOGS);
	const [asking, setAsking] = useState<"share" | "tags" | null>(null);
	const isOpen =
		design.owner_org_members_see === "all" || design.collaborators.some(({ id }) => id === design.owner_org_id);
	const unavailable = design.permissions.share ? null : "Only the owner and their administrators can share the design.";
	return (
		<Card
			title="Sharing"
			aside={
				isViewed() ? null : (
					<div className="flex" data-print="hidden">
						<Button variant="link" unavailable={unavailable} onClick={() => setAsking("tags")}>
							Visibility tags…
						</Button>
						<Button variant="link" unavailable={unavailable} onClick={() => setAsking("share")}>
							Share…
						</Button>
					</div>
				)
			}
		>
			<ul className="divide-y divide-line">
				<li className="flex flex-wrap items-center gap-x-2 px-3 py-2">
					<PersonName
						id={design.owner_id}
						name={design.owner_person?.name ?? null}
						email={design.owner_name}
						className="grow"
					/>
					<span className="text-muted text-small">{isOpen ? "Owner · organization can view" : "Owner"}</span>
				</li>
				{design.collaborators.map(({ type, id, label, permissions }) => (
					<li key={id} className="flex flex-wrap items-center gap-x-2 px-3 py-2">
						{type === "org" ? (
							<Building2 aria-hidden className="size-4 text-muted" />
						) : (
							<UserRound aria-hidden className="size-4 text-muted" />
						)}
						<span className="min-w-0 grow truncate">
							<bdi>{label}</bdi>
							{type === "org" ? <span className="text-muted"> (everyone)</span> : null}
						</span>
						<span className="text-muted text-small">{permissions.edit ? "can edit" : "can view"}</span>
					</li>
				))}
			</ul>
			<div className="flex flex-wrap items-center gap-2 border-line border-t px-3 py-2">
				<span className="text-muted text-small">Visibility tags</span>
				{design.visibility.length === 0 ? <span className="text-muted text-small">none</span> : null}
				{design.visibility.map((tag) => (
					<Chip literal key={tag} icon={Tag}>
						<bdi>{tag}</bdi>
					</Chip>
				))}
			</div>
			{asking === "share" ? <ShareDialog design={design} onClose={() => setAsking(null)} /> : null}
			{asking === "tags" ? <VisibilityDialog design={design} onClose={() => setAsking(null)} /> : null}
		</Card>
	);
}
