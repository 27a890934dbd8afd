import { FilterPopover } from "@/components/table/filter-popover";
import type { OptionalFilter } from "@/components/table/more-filters";
import { DayFilter, SizeFilter } from "@/components/table/range-filter";
import { TextFilter } from "@/components/table/text-filter";
import { Choice } from "@/components/ui/filter-bar";
import { ACTUAL_STATES } from "@/lib/contract/constants";
import type { Target } from "@/lib/contract/target";
import type { DeploymentListState } from "./deployment-filters";

const ANY = "any";
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
	const one = (value: string | null) => value ?? ANY;
	const chosen = (value: string) => (value === ANY ? null : value);
	const linked = LINKED.filter(({ key }) => values[key] !== null).map(({ key, label, word, text }) => ({
		key,
		active: true,
		filter: (
			<FilterPopover label={label} value={word} onClear={() => change({ [key]: null })}>
				{() => <p>{text}</p>}
			</FilterPopover>
		),
	}));
	return [
		{
			key: "actual",
			active: values.actual !== null,
			usual: true,
			filter: (
				<Choice
					label="Agents"
					value={values.actual ?? ANY}
					rest={ANY}
					options={[
						{ value: ANY, label: "any" },
						...ACTUAL_STATES.map((state) => ({ value: state, label: ACTUAL_WORDS[state] })),
					]}
					onChange={(actual) => change({ actual: actual === ANY ? null : actual })}
				/>
			),
		},
		{
			key: "target_id",
			active: values.target_id !== null,
			usual: true,
			filter: (
				<Choice
					label="Target"
					value={one(values.target_id)}
					rest={ANY}
					options={[{ value: ANY, label: "any" }, ...targets.map(({ id, name }) => ({ value: id, label: name }))]}
					onChange={(id) => change({ target_id: chosen(id) })}
				/>
			),
		},
		{
			key: "type",
			active: values.type !== null,
			usual: true,
			filter: (
				<Choice
					label="Type"
					value={values.type ?? ANY}
					rest={ANY}
					options={[
						{ value: ANY, label: "any" },
						{ value: "proximity", label: "proximity" },
						{ value: "audience", label: "audience" },
					]}
					onChange={(type) => change({ type: type === ANY ? null : type })}
				/>
			),
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
				<Choice
					label="Build"
					value={values.new_build === null ? ANY : String(values.new_build)}
					rest={ANY}
					options={[
						{ value: ANY, label: "any" },
						{ value: "true", label: "first of its design" },
						{ value: "false", label: "refreshed" },
					]}
					onChange={(value) => change({ new_build: value === ANY ? null : value === "true" })}
				/>
			),
		},
		{
			key: "scheduled",
			active: values.scheduled !== null,
			filter: (
				<Choice
					label="Schedule"
					value={values.scheduled === null ? ANY : String(values.scheduled)}
					rest={ANY}
					options={[
						{ value: ANY, label: "any" },
						{ value: "true", label: "scheduled" },
						{ value: "false", label: "not scheduled" },
					]}
					onChange={(value) => change({ scheduled: value === ANY ? null : value === "true" })}
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
				<Choice
					label="Target type"
					value={one(values.target_type)}
					rest={ANY}
					options={[{ value: ANY, label: "any" }, ...types.map((type) => ({ value: type, label: type }))]}
					onChange={(type) => change({ target_type: chosen(type) })}
				/>
			),
		},
		...linked,
	];
}
