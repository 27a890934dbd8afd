"use client";

import { Card } from "@/components/kit/ui/card";
import { Notice } from "@/components/kit/ui/notice";
import { PageLink } from "@/components/kit/ui/page-link";
import { PersonName } from "@/components/kit/ui/person-name";
import { Day } from "@/components/kit/ui/relative-time";
import { EmptyState } from "@/components/kit/ui/states";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import { useKeepDesign } from "@/lib/browser/designs";
import type { DataAutomation, DesignData, DesignDetail } from "@/lib/contract/design";
import { asSentence } from "@/lib/rules/text/as-sentence";

/** The data or the release that a design was built on, and what follows when they change. */
export function DataCard({ design }: { design: DesignDetail }) {
	const { data } = design;
	const followsPois = design.contents?.some((set) => set.points_of_interest !== null) ?? false;
	if (data === null || (design.type !== "audience" && !followsPois)) return null;
	return (
		<Card title="Data">
			{data.sources.length === 0 && data.points_of_interest === null ? (
				<EmptyState inCard title="Not built yet">
					Once built, this shows the data of the build and whether it is newest.
				</EmptyState>
			) : (
				<ul aria-label="Data" className="divide-y divide-line">
					{data.sources.map((source) => (
						<Source key={source.slug} source={source} />
					))}
					{data.points_of_interest === null ? null : <Release release={data.points_of_interest} />}
				</ul>
			)}
			<Automation design={design} data={data} what="data" />
		</Card>
	);
}

function Release({ release }: { release: NonNullable<DesignData["points_of_interest"]> }) {
	return (
		<li className="flex flex-wrap items-baseline justify-between gap-x-3 px-3 py-2">
			<span className="min-w-0 wrap-anywhere">
				Points of interest: <bdi>{release.name}</bdi>
			</span>
			<DataAge {...release} />
		</li>
	);
}

function Source({ source }: { source: DesignData["sources"][number] }) {
	const { slug, name } = source;
	return (
		<li className="flex flex-wrap items-baseline justify-between gap-x-3 px-3 py-2">
			<PageLink href={`/sources?source=${slug}`} className="min-w-0 wrap-anywhere hover:underline">
				<bdi>{name}</bdi>
			</PageLink>
			<DataAge {...source} />
		</li>
	);
}

/** The day of the data that were built on, and of newer ones. */
function DataAge({ built_on: builtOn, newest, stale }: { built_on: string; newest: string | null; stale: boolean }) {
	return (
		<span className={stale ? "text-small text-warn" : "text-muted text-small"}>
			Built on data of <Day iso={builtOn} />
			{stale && newest !== null ? (
				<>
					, newer of <Day iso={newest} />
				</>
			) : null}
		</span>
	);
}

interface AutomationProps {
	design: DesignDetail;
	data: DesignData;
	/** What changes. */
	what: "data" | "list";
}

/** What the service does when the data of a design change, or a list that it follows. */
export function Automation({ design, data, what }: AutomationProps) {
	const save = useSend("PUT /api/designs/[design_id]/automation", { onSuccess: useKeepDesign() });
	const unavailable = !design.permissions.request_build || save.isPending;
	const { rebuild_on_data: rebuild, redeploy } = data;
	const set = (body: DataAutomation) => save.mutate({ design_id: design.id, body });
	return (
		<fieldset className="grid gap-2 border-line border-t px-3 py-2">
			<legend className="sr-only">When the {what} changes</legend>
			<Switch
				label={`Rebuild when the ${what} changes`}
				checked={rebuild}
				unavailable={unavailable}
				onChange={(on) => set({ rebuild_on_data: on, redeploy: on && redeploy })}
			>
				Several changes during a build make one more build.
			</Switch>
			<Switch
				label="Then request the same targets again"
				checked={redeploy}
				unavailable={unavailable || !rebuild}
				onChange={(on) => set({ rebuild_on_data: rebuild, redeploy: on })}
			>
				For targets where this design is activated.
			</Switch>
			{rebuild && data.set_by !== null ? (
				<p className="text-muted text-small">
					Runs with the rights of{" "}
					<PersonName avatar={false} name={data.set_by_person?.name ?? null} email={data.set_by} />.
				</p>
			) : null}
			{data.problem === null ? null : <Notice kind="warn">{asSentence(data.problem)}</Notice>}
			{save.error === null ? null : (
				<Notice kind="bad" alert>
					{describeError(save.error)}
				</Notice>
			)}
		</fieldset>
	);
}

interface SwitchProps {
	label: string;
	checked: boolean;
	unavailable: boolean;
	onChange: (on: boolean) => void;
	children: string;
}

/** A box that is saved as it is ticked. */
function Switch({ label, checked, unavailable, onChange, children }: SwitchProps) {
	return (
		<label className="flex items-start gap-2 py-1 max-md:min-h-11">
			<input
				type="checkbox"
				checked={checked}
				aria-disabled={unavailable || undefined}
				onChange={({ target }) => unavailable || onChange(target.checked)}
				className="mt-0.5 size-4 accent-accent"
			/>
			<span>
				<span className="font-medium">{label}</span>
				<span className="block text-muted text-small">{children}</span>
			</span>
		</label>
	);
}
