"use client";

import { useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { nameOfPerson } from "@/components/kit/ui/person-words";
import { QueryCard } from "@/components/kit/ui/query-card";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { EmptyState } from "@/components/kit/ui/states";
import { read } from "@/lib/browser/api";
import { useQuery } from "@/lib/browser/use-query";
import type { AgentKey, TargetDetail } from "@/lib/contract/target";
import { NewAgentKeyDialog } from "./new-agent-key-dialog";
import { RevokeAgentKeyDialog } from "./revoke-agent-key-dialog";

/** The keys with which agents of the target get in; a value is shown once, when the key is made. */
export function AgentKeysCard({ target }: { target: TargetDetail }) {
	const keys = useQuery(read("GET /api/targets/[target_id]/agent-keys", { target_id: target.id, limit: 500 }));
	const [creating, setCreating] = useState(false);
	const [revoking, setRevoking] = useState<AgentKey | null>(null);
	return (
		<>
			<QueryCard
				title="Agent keys"
				query={keys}
				what="The agent keys"
				aside={
					<Button variant="link" onClick={() => setCreating(true)}>
						New agent key…
					</Button>
				}
			>
				{(data) =>
					data.rows.length === 0 ? (
						<EmptyState inCard title="No agent keys yet">
							An agent needs a key to load the deployments of this target.
						</EmptyState>
					) : (
						<ul aria-label="Agent keys" className="divide-y divide-line">
							{data.rows.map((key) => (
								<li key={key.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
									<div className="grid min-w-0 grow gap-0.5">
										<span className={key.revoked_at === null ? "font-medium" : "text-muted line-through"}>
											<bdi>{key.label}</bdi>
										</span>
										<span className="flex flex-wrap gap-x-2 text-muted text-small">
											<span className="font-mono">{key.prefix}…</span>
											<span>
												created <RelativeTime iso={key.created_at} sentence />
												{key.created_by === null ? null : ` by ${nameOfPerson(key.created_by_person, key.created_by)}`}
											</span>
											<span>
												{key.revoked_at !== null ? (
													<>
														revoked <RelativeTime iso={key.revoked_at} sentence />
													</>
												) : key.last_used_at === null ? (
													"never used"
												) : (
													<>
														used <RelativeTime iso={key.last_used_at} sentence />
													</>
												)}
											</span>
										</span>
									</div>
									{key.revoked_at === null ? (
										<Button variant="danger" onClick={() => setRevoking(key)}>
											Revoke…
											<span className="sr-only">
												{" "}
												<bdi>{key.label}</bdi>
											</span>
										</Button>
									) : null}
								</li>
							))}
						</ul>
					)
				}
			</QueryCard>
			{creating ? <NewAgentKeyDialog target={target} onClose={() => setCreating(false)} /> : null}
			{revoking === null ? null : (
				<RevokeAgentKeyDialog target={target} agentKey={revoking} onClose={() => setRevoking(null)} />
			)}
		</>
	);
}
