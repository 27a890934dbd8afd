import { AnyChoice, LinkedFilter, TypeChoice, YesNoChoice } from "@/components/table/list-filters";
import type { OptionalFilter } from "@/components/table/more-filters";
import { DayFilter, SizeFilter } from "@/components/table/range-filter";
import { TextFilter } from "@/components/table/text-filter";
import { ACTUAL_STATES } from "@/lib/contract/constants";
import type { Target } from "@/lib/contract/target";
import type { DeploymentListState } from "./deployment-filters";

const ACTUAL_WORDS: Record<(typeof ACTUAL_STATES)[number], string> = {
	loaded: "loaded",
	pending: "not loaded yet",
	failed: "failed or refused",
	no_agent: "no agent takes it",
};
/** Filters that links from other pages set; here they can only be taken away. */
const LINKED = [
	{
		key: "requested_by" as const,
		label: "Requested by",
		word: "me",
		text: "Only what you requested yourself is shown.",
	},
	{ key: "design_id" as const, label: "Design", word: "one", text: "Only deployments of one design are shown." },
	{ key: "build_id" as const, label: "Build id", word: "one", text: "Only deployments of one build are shown." },
];

/** Every filter of the list beside search and status, those that are always at hand first. */
export function optionalFilters({ values, change }: DeploymentListState, targets: readonly Target[]): OptionalFilter[] {
	const types = [...new Set(targets.map(({ type }) => type))].sort();
	const linked = LINKED.filter(({ key }) => values[key] !== null).map(({ key, label, word, text }) => ({
		key,
		active: true,
		filter: <LinkedFilter label={label} value={word} text={text} onClear={() => change({ [key]: null })} />,
	}));
	return [
		{
			key: "actual",
			active: values.actual !== null,
			usual: true,
			filter: (
				<AnyChoice
					label="Agents"
					value={values.actual}
					options={ACTUAL_STATES.map((state) => ({ value: state, label: ACTUAL_WORDS[state] }))}
					onChange={(actual) => change({ actual })}
				/>
			),
		},
		{
			key: "target_id",
			active: values.target_id !== null,
			usual: true,
			filter: (
				<AnyChoice
					label="Target"
					value={values.target_id}
					options={targets.map(({ id, name }) => ({ value: id, label: name }))}
					onChange={(target_id) => change({ target_id })}
				/>
			),
		},
		{
			key: "type",
			active: values.type !== null,
			usual: true,
			filter: <TypeChoice value={values.type} onChange={(type) => change({ type })} />,
		},
		{
			key: "size",
			active: values.min_size !== null || values.max_size !== null,
			filter: (
				<SizeFilter
					label="Size"
					min={values.min_size}
					max={values.max_size}
					onChange={({ min, max }) => change({ min_size: min, max_size: max })}
				/>
			),
		},
		{
			key: "approved",
			active: values.start_date !== null || values.end_date !== null,
			filter: (
				<DayFilter
					label="Approved"
					min={values.start_date}
					max={values.end_date}
					onChange={({ min, max }) => change({ start_date: min, end_date: max })}
				/>
			),
		},
		{
			key: "new_build",
			active: values.new_build !== null,
			filter: (
				<YesNoChoice
					label="Build"
					value={values.new_build}
					yes="first of its design"
					no="refreshed"
					onChange={(new_build) => change({ new_build })}
				/>
			),
		},
		{
			key: "scheduled",
			active: values.scheduled !== null,
			filter: (
				<YesNoChoice
					label="Schedule"
					value={values.scheduled}
					yes="scheduled"
					no="not scheduled"
					onChange={(scheduled) => change({ scheduled })}
				/>
			),
		},
		{
			key: "tag",
			active: values.tag !== null,
			filter: (
				<TextFilter label="Tag" value={values.tag} hint="Exactly this tag." onChange={(tag) => change({ tag })} />
			),
		},
		{
			key: "visibility",
			active: values.visibility !== null,
			filter: (
				<TextFilter
					label="Visibility"
					value={values.visibility}
					hint="Visibility tags of designs, separated by commas: one of them is enough."
					onChange={(visibility) => change({ visibility })}
				/>
			),
		},
		{
			key: "target_type",
			active: values.target_type !== null,
			filter: (
				<AnyChoice
					label="Target type"
					value={values.target_type}
					options={types.map((type) => ({ value: type, label: type }))}
					onChange={(target_type) => change({ target_type })}
				/>
			),
		},
		...linked,
	];
}
