"use client";

import { Download } from "lucide-react";
import { Button, buttonClass } from "@/components/kit/ui/button";
import { CopyId } from "@/components/kit/ui/copy-id";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import { PersonName } from "@/components/kit/ui/person-name";
import { Moment } from "@/components/kit/ui/relative-time";
import { EmptyState, ErrorState, Skeleton } from "@/components/kit/ui/states";
import { designBuildsQuery } from "@/lib/browser/builds";
import { formatBytes } from "@/lib/browser/format";
import { servicePath } from "@/lib/browser/service-path";
import { useQuery } from "@/lib/browser/use-query";
import type { BuildListRow } from "@/lib/contract/build";
import { isolate } from "@/lib/rules/text/isolate";

/** The completed builds of a design with their targeting files. */
export function FilesDialog({ row, onClose }: { row: BuildListRow; onClose: () => void }) {
	const { data, error, refetch } = useQuery(designBuildsQuery(row.id, false));
	const done = data?.rows.filter(({ status }) => status === "done");
	return (
		<Dialog onClose={onClose} title={`Builds of ${isolate(row.name)}`} wide>
			<DialogBody>
				{done === undefined ? (
					error === null ? (
						<Skeleton className="w-60" />
					) : (
						<ErrorState error={error} what="The builds" onRetry={refetch} />
					)
				) : done.length === 0 ? (
					<EmptyState inCard title="No completed builds" />
				) : (
					<ul aria-label="Builds" className="grid gap-3">
						{done.map(({ id, completed_at, requested_at, size, builder, builder_person, reason, permissions }) => (
							<li key={id} className="flex flex-wrap items-center justify-between gap-2">
								<div className="grid min-w-0 gap-0.5">
									<span>
										<Moment iso={completed_at ?? requested_at} />
										{size === null ? null : ` · ${formatBytes(size)}`} ·{" "}
										<PersonName
											id={builder_person?.id ?? null}
											name={builder_person?.name ?? null}
											email={builder}
											organization={builder_person?.organization ?? null}
										/>
									</span>
									<span className="text-muted text-small wrap-anywhere">
										“<bdi>{reason}</bdi>”
									</span>
									<CopyId id={id} what="build id" short />
								</div>
								{permissions.download ? (
									<a href={servicePath(`/api/builds/${id}/file`)} download className={buttonClass("plain")}>
										<Download aria-hidden className="size-4" />
										Targeting file
									</a>
								) : (
									<span className="text-muted text-small">Only people who can edit the design can download it.</span>
								)}
							</li>
						))}
					</ul>
				)}
			</DialogBody>
			<DialogActions>
				<Button data-first-focus="" onClick={onClose}>
					Close
				</Button>
			</DialogActions>
		</Dialog>
	);
}
