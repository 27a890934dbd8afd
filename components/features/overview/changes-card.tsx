import Link from "next/link";
import { changeAddress, didWhat, toWhat } from "@/components/features/audit/change-words";
import { Card } from "@/components/kit/ui/card";
import { SENTENCE_LINK } from "@/components/kit/ui/name-links";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { EmptyState } from "@/components/kit/ui/states";
import type { Overview } from "@/lib/contract/overview";

/** The latest changes and their actors. */
export function ChangesCard({ changes }: { changes: Overview["changes"] }) {
	return (
		<Card
			title="Recent activity"
			aside={
				<Link href={changes.link} prefetch={false} className="rounded-sm py-1 text-accent text-small hover:underline">
					View audit log
				</Link>
			}
		>
			{changes.rows.length === 0 ? (
				<EmptyState inCard title="No activity yet" />
			) : (
				<ol aria-label="Recent activity" className="divide-y divide-line">
					{changes.rows.map((record) => {
						const href = changeAddress(record);
						return (
							<li key={record.id} className="flex items-baseline gap-x-3 px-3 py-1.5">
								<span className="min-w-0 grow">
									<span className="text-muted">
										<bdi>{record.actor}</bdi>
									</span>{" "}
									{didWhat(record)}{" "}
									{href === null ? (
										<span className="font-medium">{toWhat(record)}</span>
									) : (
										<Link href={href} className={`font-medium ${SENTENCE_LINK}`}>
											{toWhat(record)}
										</Link>
									)}
								</span>
								<span className="shrink-0 text-muted text-small leading-6">
									<RelativeTime iso={record.at} sentence />
								</span>
							</li>
						);
					})}
				</ol>
			)}
		</Card>
	);
}
