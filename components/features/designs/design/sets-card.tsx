"use client";

import { Card } from "@/components/kit/ui/card";
import { Notice } from "@/components/kit/ui/notice";
import { EmptyState } from "@/components/kit/ui/states";
import { formatPlural } from "@/lib/browser/format";
import type { DesignDetail } from "@/lib/contract/design";
import { AudienceSets } from "./audience-sets";
import { ProximityCard, type ProximityCardProps } from "./proximity-card";

export interface SetsCardProps extends Omit<ProximityCardProps, "contents"> {
	design: DesignDetail;
}

/** The sets of the design. */
export function SetsCard({ design, ...map }: SetsCardProps) {
	const { contents, sets, type } = design;
	if (contents === null) {
		return (
			<Card title={`${formatPlural(sets.length, "set")} of the newest build`}>
				<div className="grid gap-3 p-3">
					<Notice kind="info">
						Visible to you because it's deployed on your target. Only the owner's organization can see its contents.
					</Notice>
					<ul className="grid gap-1">
						{sets.map((set) => (
							<li key={set.set_id}>
								<bdi>{set.set_name}</bdi>{" "}
								<span className="font-mono text-small text-muted">
									<bdi>{set.targeting_code}</bdi>
								</span>
							</li>
						))}
					</ul>
				</div>
			</Card>
		);
	}
	if (contents.length === 0) {
		return (
			<Card title="Sets">
				<EmptyState inCard title="No sets yet">
					Add at least one set before you request a build.
				</EmptyState>
			</Card>
		);
	}
	if (type === "audience") {
		return (
			<Card title={formatPlural(contents.length, "set")}>
				<AudienceSets design={design} sets={contents} />
			</Card>
		);
	}
	return <ProximityCard design={design} contents={contents} {...map} />;
}
