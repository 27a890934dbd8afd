"use client";

import { Button } from "@/components/kit/ui/button";
import { Bytes } from "@/components/kit/ui/bytes";
import { Card } from "@/components/kit/ui/card";
import { Link } from "@/components/kit/ui/link";
import { Moment } from "@/components/kit/ui/relative-time";
import { formatByteChange } from "@/lib/browser/format";
import type { DeploymentDetail, OtherDeployment } from "@/lib/contract/deployment";
import { isolate } from "@/lib/rules/text/isolate";

export interface NeighborsCardProps {
	deployment: DeploymentDetail;
	/** Why it cannot be rolled back now; null when it can. */
	unavailable: string | null;
	onRollback: () => void;
}

/** The build of the design that it replaced or would replace. */
export function NeighborsCard({ deployment, unavailable, onRollback }: NeighborsCardProps) {
	const { replaces, rollback_to, target, filesize } = deployment;
	const other = rollback_to ?? replaces;
	if (other === null) return null;
	return (
		<Card title={rollback_to === null ? `Current build on ${isolate(target)}` : `Previous build on ${isolate(target)}`}>
			<div className="grid justify-items-start gap-2 p-3">
				<p>
					<OtherBuild other={other} />
					<span className="text-muted"> · this one: {formatByteChange(filesize - other.filesize)}</span>
				</p>
				{rollback_to === null ? (
					<p className="text-muted">Activating this deployment deactivates it.</p>
				) : (
					<Button unavailable={unavailable} onClick={onRollback}>
						Roll back…
					</Button>
				)}
			</div>
		</Card>
	);
}

function OtherBuild({ other }: { other: OtherDeployment }) {
	return (
		<>
			<Link href={`/deployments/${other.id}`} className="rounded-sm text-accent underline">
				The build
			</Link>{" "}
			of <Moment iso={other.build_date} />, <Bytes value={other.filesize} />
		</>
	);
}
