"use client";

import { useId, useState } from "react";
import { audienceSentence } from "@/components/features/designs/shared/audience-sentence";
import { changeAt, isComplete, type Path } from "@/components/features/designs/shared/expression-tree";
import { Button } from "@/components/kit/ui/button";
import { cx } from "@/components/kit/ui/cx";
import { audienceSourcesQuery } from "@/lib/browser/audience-sources";
import { useQuery } from "@/lib/browser/use-query";
import type { Audience, AudienceExpression } from "@/lib/contract/audience";
import { AudienceText } from "./audience-text";
import { ExpressionPart } from "./expression-part";

export interface AudienceBuilderProps {
	setName: string;
	audience: Audience | null;
	/** `about`: typing in one field is one undo step. */
	onChange: (audience: Audience, about?: string) => void;
	/** Estimated devices by part of the expression, in words; null without an estimate. */
	reach: ReadonlyMap<string, string> | null;
	/** Whether missing values are marked as errors. */
	judged?: boolean;
}

const START: AudienceExpression = { all: [{ segment: "" }] };

/** Builds an audience of groups and conditions, shown in words and as JSON. */
export function AudienceBuilder(props: AudienceBuilderProps) {
	const { setName, audience, onChange, reach, judged = true } = props;
	const [asText, setAsText] = useState(false);
	const missingId = useId();
	const sources = useQuery(audienceSourcesQuery());
	const known = sources.data?.rows ?? [];
	// A single source is selected by default.
	const chosen = audience?.sources ?? (known.length === 1 ? known.map(({ slug }) => slug) : []);
	const isKnown = (slug: string) => known.some((source) => source.slug === slug);
	const where = audience?.where ?? START;
	const change = (path: Path, part: AudienceExpression | null, about?: string) =>
		onChange({ sources: chosen, where: changeAt(where, path, () => part) ?? START }, about);
	const pick = (slug: string, on: boolean) =>
		onChange({ sources: on ? [...chosen, slug] : chosen.filter((other) => other !== slug), where });
	const options = [
		...known.map(({ slug, name }) => ({ slug, name })),
		...chosen.filter((slug) => !isKnown(slug)).map((slug) => ({ slug, name: slug })),
	];
	return (
		<section aria-label={`Audience of ${setName}`} className="grid gap-4 p-4 md:p-6">
			<fieldset>
				<legend className="mb-1 font-medium">Devices from</legend>
				<div className="flex flex-wrap gap-x-4 gap-y-1">
					{options.map(({ slug, name }) => (
						<label key={slug} className="flex min-h-6 items-center gap-2">
							<input
								type="checkbox"
								checked={chosen.includes(slug)}
								aria-invalid={(judged && chosen.length === 0) || undefined}
								aria-describedby={chosen.length === 0 ? missingId : undefined}
								onChange={(event) => pick(slug, event.target.checked)}
								className="size-4 shrink-0 accent-accent"
							/>
							<span>
								<bdi>{name}</bdi> <span className="font-mono text-muted text-small">{slug}</span>
							</span>
						</label>
					))}
				</div>
				{sources.data === undefined || chosen.every(isKnown) ? null : (
					<p className="text-bad text-small">
						Not available to your organization: {chosen.filter((slug) => !isKnown(slug)).join(", ")}.
					</p>
				)}
				{chosen.length > 0 ? null : sources.data !== undefined && options.length === 0 ? (
					<p className="text-warn text-small">
						No inventory source is available to your organization yet. An operator creates one under Sources and uploads
						its data.
					</p>
				) : (
					<p id={missingId} className={cx("text-small", judged ? "text-bad" : "text-muted")}>
						Select at least one source.
					</p>
				)}
				{sources.error !== null && known.length === 0 ? (
					<p className="text-muted text-small">The list of sources could not be loaded. Edit them as JSON below.</p>
				) : null}
			</fieldset>
			<div className="flex flex-wrap items-center gap-2">
				<h2 className="font-medium">that match</h2>
				<Button variant="link" aria-pressed={asText} onClick={() => setAsText(!asText)}>
					{asText ? "Hide JSON" : "Edit as JSON"}
				</Button>
			</div>
			<ul>
				<ExpressionPart
					expression={where}
					path={[]}
					onChange={change}
					reach={reach}
					sources={chosen.filter(isKnown)}
					judged={judged}
					name="the expression"
					root
				/>
			</ul>
			<p role="status" className="text-muted">
				{chosen.length === 0
					? "Select a source to see the summary."
					: audience === null || !isComplete(where)
						? "Name a segment in every condition."
						: audienceSentence({ sources: chosen, where })}
			</p>
			{asText ? <AudienceText audience={audience ?? { sources: chosen, where }} onChange={onChange} /> : null}
		</section>
	);
}
