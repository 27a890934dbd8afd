"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { Card } from "@/components/kit/ui/card";
import { CopyId } from "@/components/kit/ui/copy-id";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import type { TargetDetail } from "@/lib/contract/target";
import { TARGET_SETTINGS } from "./target-settings";

const TargetDialog = lazyDialog(() => import("./target-dialog").then((module) => module.TargetDialog));
const DIALOGS = [TargetDialog] as const;

/** How the target is set up, and the way to change that. */
export function SettingsCard({ target }: { target: TargetDetail }) {
	useAtHand(DIALOGS);
	const [editing, setEditing] = useState<TargetDetail | null>(null);
	const facts: { name: string; value: ReactNode }[] = [
		{ name: "Slug", value: <span className="font-mono">{target.slug}</span> },
		{ name: "Type", value: target.type },
		{ name: "Owner", value: target.org_name },
		{
			name: "Accepted organizations",
			value:
				target.accepted_organizations.length === 0
					? "none: nobody can request deployments"
					: target.accepted_organizations.map(({ name }) => name).join(", "),
		},
		...TARGET_SETTINGS.map(({ title, words }) => ({ name: title, value: words(target) })),
		{ name: "Target id", value: <CopyId id={target.id} what="target id" /> },
	];
	return (
		<Card
			title="Settings"
			aside={
				<Button variant="link" onClick={() => setEditing(target)}>
					Change…
				</Button>
			}
		>
			<dl>
				{facts.map(({ name, value }) => (
					<div
						key={name}
						className="grid gap-x-3 border-line border-t px-3 py-1.5 first:border-t-0 sm:grid-cols-[8.5rem_minmax(0,1fr)]"
					>
						<dt className="text-muted">{name}</dt>
						<dd className="min-w-0">{value}</dd>
					</div>
				))}
			</dl>
			{editing === null ? null : <TargetDialog target={editing} onClose={() => setEditing(null)} />}
		</Card>
	);
}
