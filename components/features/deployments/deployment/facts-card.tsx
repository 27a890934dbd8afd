import type { ReactNode } from "react";
import { ApprovalsSoFar } from "@/components/features/deployments/approvals-so-far";
import { TagEditor } from "@/components/features/deployments/tag-editor";
import { Bytes } from "@/components/kit/ui/bytes";
import { Card } from "@/components/kit/ui/card";
import { CopyId } from "@/components/kit/ui/copy-id";
import { Link } from "@/components/kit/ui/link";
import { MixedLetters } from "@/components/kit/ui/mixed-letters";
import { PersonName } from "@/components/kit/ui/person-name";
import { Moment, useNow } from "@/components/kit/ui/relative-time";
import { formatPeriod, formatPrice } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { PersonRef } from "@/lib/contract/person-ref";
import { nameOf } from "@/lib/contract/sentences/name-of";

const LINK = "rounded-sm py-1 text-accent underline";

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div className="grid gap-x-3 border-line border-t px-3 py-1.5 first:border-t-0 sm:grid-cols-[8.5rem_minmax(0,1fr)]">
			<dt className="text-muted">{name}</dt>
			<dd className="min-w-0">{children}</dd>
		</div>
	);
}

interface ByProps {
	person: PersonRef | null;
	email: string;
	organization?: string | undefined;
}

const By = ({ person, email, organization }: ByProps) => (
	<span className="text-muted">
		by{" "}
		<PersonName id={person?.id ?? null} name={person?.name ?? null} email={email} organization={organization ?? null} />
	</span>
);

/** The data of a deployment: design, people, target, size and ids. */
export function FactsCard({ deployment }: { deployment: DeploymentDetail }) {
	const {
		id,
		design_id,
		design_name,
		build_id,
		build_date,
		build_reason,
		builder,
		builder_person,
		digest,
		filesize,
		message,
		new_build,
		approvals,
		price_cpm,
		proposed,
		requested_at,
		requester,
		requester_person,
		requester_org_name,
		sets,
		sources,
		status_reason,
		target,
		target_id,
		type,
		deployer,
		deployer_person,
		approved_at,
		permissions,
	} = deployment;
	const now = useNow();
	return (
		<Card title="Facts">
			<dl>
				<Fact name="Design">
					<Link href={`/designs/${design_id}`} className={LINK}>
						<bdi>{design_name}</bdi>
					</Link>{" "}
					<span className="text-muted">· {type}</span> <MixedLetters name={design_name} />
				</Fact>
				<Fact name="Target">
					{permissions.administer ? (
						<Link href={`/targets/${target_id}`} className={LINK}>
							<bdi>{target}</bdi>
						</Link>
					) : (
						target
					)}
				</Fact>
				<Fact name="Tags">
					<TagEditor deployment={deployment} />
				</Fact>
				<Fact name="File">
					<Bytes value={filesize} exact />{" "}
					{new_build ? <span className="text-muted">· first build of its design</span> : null}
				</Fact>
				<Fact name="Built">
					<Moment iso={build_date} /> <By person={builder_person} email={builder} />
					{build_reason === "" ? null : <q className="block text-muted">{build_reason}</q>}
				</Fact>
				<Fact name="Requested">
					<Moment iso={requested_at} />{" "}
					<By person={requester_person} email={requester} organization={requester_org_name} />{" "}
					<MixedLetters name={nameOf(requester_person, requester)} /> <MixedLetters name={requester_org_name} />
					{message === null || message === "" ? null : (
						<q className="block">
							<bdi>{message}</bdi>
						</q>
					)}
				</Fact>
				{approvals === null || (approvals.action === "delete" && approvals.given.length === 0) ? null : (
					<Fact name="Approvals">
						<ApprovalsSoFar deployment={deployment} />
					</Fact>
				)}
				{proposed === null ? null : <Fact name="Proposed">{formatPeriod(proposed, now)}</Fact>}
				<Fact name="First approved">
					{approved_at === null ? (
						<span className="text-muted">never</span>
					) : (
						<>
							<Moment iso={approved_at} />{" "}
							<By person={deployer_person} email={deployer ?? ""} organization={deployer_person?.organization} />
						</>
					)}
				</Fact>
				{status_reason === null || status_reason === "" ? null : <Fact name="Reason given">{status_reason}</Fact>}
				<Fact name="Sets">
					<ul>
						{sets.map(({ set_id, set_name, targeting_code }) => (
							<li key={set_id}>
								<bdi>{set_name}</bdi>{" "}
								<span className="font-mono text-muted text-small">
									<bdi>{targeting_code}</bdi>
								</span>{" "}
								<MixedLetters name={set_name} />
							</li>
						))}
					</ul>
				</Fact>
				{sources === null || sources.length === 0 ? null : <Fact name="Inventory">{sources.join(", ")}</Fact>}
				<Fact name="Price (CPM)">{formatPrice(price_cpm)}</Fact>
				<Fact name="Deployment id">
					<CopyId id={id} what="deployment id" />
				</Fact>
				<Fact name="Build id">
					<CopyId id={build_id} what="build id" />
				</Fact>
				<Fact name="Digest">
					<CopyId id={digest} what="digest" />
				</Fact>
			</dl>
		</Card>
	);
}
