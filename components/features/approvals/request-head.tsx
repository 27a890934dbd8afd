import type { Ref } from "react";
import { ScheduleWords } from "@/components/features/deployments/schedule-words";
import { TagList } from "@/components/features/deployments/tag-list";
import { ReaderChip } from "@/components/kit/status/reader-chip";
import { Link } from "@/components/kit/ui/link";
import { MixedLetters } from "@/components/kit/ui/mixed-letters";
import { PersonName } from "@/components/kit/ui/person-name";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { TypeGlyph } from "@/components/kit/ui/type-glyph";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { nameOf } from "@/lib/contract/sentences/name-of";

export interface RequestHeadProps {
	deployment: DeploymentDetail;
	heading: Ref<HTMLHeadingElement>;
}

/** What is requested, by whom, and why. */
export function RequestHead({ deployment, heading }: RequestHeadProps) {
	const { design_id, design_name, type, status, target, requested_at } = deployment;
	const { requester, requester_person, requester_org_name } = deployment;
	return (
		<>
			{/* On a phone it stays while the rest scrolls: the decision is at the foot. */}
			<div className="flex flex-wrap items-center gap-x-2 gap-y-1 max-md:sticky max-md:top-13.25 max-md:z-10 max-md:-mx-4 max-md:border-line max-md:border-b max-md:bg-bg max-md:px-4 max-md:py-2 [@media(max-height:30rem)]:static">
				<TypeGlyph type={type} />
				<h2 ref={heading} tabIndex={-1} className="min-w-0 text-title font-bold wrap-anywhere outline-none">
					<Link href={`/designs/${design_id}`} className="rounded-sm hover:text-accent">
						<bdi>{design_name}</bdi>
					</Link>
				</h2>
				<MixedLetters name={design_name} />
				<p className="w-full text-muted md:hidden">
					to{" "}
					<span className="font-medium text-text">
						<bdi>{target}</bdi>
					</span>
				</p>
				{status === "requested" ? null : <ReaderChip deployment={deployment} />}
			</div>
			<div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
				<PersonName
					id={requester_person?.id ?? null}
					name={requester_person?.name ?? null}
					email={requester}
					organization={requester_org_name}
					className="text-text"
				/>
				<MixedLetters name={nameOf(requester_person, requester)} />
				<MixedLetters name={requester_org_name} />
				<span className="min-w-0">
					· <RelativeTime iso={requested_at} sentence />
					<span className="max-md:hidden">
						{" "}
						· to{" "}
						<span className="font-medium text-text">
							<bdi>{target}</bdi>
						</span>
					</span>
				</span>
				<TagList tags={deployment.tags} />
				<ScheduleWords deployment={deployment} />
			</div>
			{deployment.message === null ? (
				<p className="text-muted">No message. Build reason: {deployment.build_reason}</p>
			) : (
				<div className="grid gap-0.5 border-accent border-s-2 ps-3">
					<blockquote className="text-large whitespace-pre-line wrap-anywhere">
						<bdi>{deployment.message}</bdi>
					</blockquote>
					<p className="text-muted text-small">Build reason: {deployment.build_reason}</p>
				</div>
			)}
		</>
	);
}
