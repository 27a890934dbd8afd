import { AnyChoice, LinkedFilter, ResetFilters } from "@/components/kit/table/list-filters";
import { DayFilter } from "@/components/kit/table/range-filter";
import { TextFilter } from "@/components/kit/table/text-filter";
import { FilterBar } from "@/components/kit/ui/filter-bar";
import { AUDIT_OBJECT_TYPES } from "@/lib/contract/constants";
import type { AuditListState } from "./audit-filters";
import { ACTIONS } from "./change-words";

/** Filters that links of other pages set; here they can only be taken away. */
const LINKED = [
	{ key: "design_id", label: "Design" },
	{ key: "target_id", label: "Target" },
] as const;

/** Every filter of the audit. */
export function AuditFilterBar({ place }: { place: AuditListState }) {
	const { values, change } = place;
	return (
		<FilterBar label="Filter the audit">
			<TextFilter
				label="Who"
				value={values.actor}
				hint="The e-mail, whole, or the id of who acted."
				onChange={(actor) => change({ actor })}
			/>
			<AnyChoice
				label="Did"
				value={values.action}
				restWord="anything"
				options={ACTIONS}
				onChange={(action) => change({ action })}
			/>
			<AnyChoice
				label="To"
				value={values.object_type}
				restWord="anything"
				options={AUDIT_OBJECT_TYPES.map((value) => ({ value, label: value.replaceAll("_", " ") }))}
				onChange={(object_type) => change({ object_type })}
			/>
			<DayFilter
				label="When"
				min={values.since}
				max={values.until}
				onChange={({ min, max }) => change({ since: min, until: max })}
			/>
			<TextFilter
				label="Object id"
				value={values.object_id}
				hint="The whole id of a design, a build, a deployment, a person …"
				onChange={(id) => change({ object_id: id })}
			/>
			{LINKED.filter(({ key }) => values[key] !== null).map(({ key, label }) => (
				<LinkedFilter
					key={key}
					label={label}
					text={`Only what concerns one ${label.toLowerCase()} is shown.`}
					onClear={() => change({ [key]: null })}
				/>
			))}
			<ResetFilters place={place} />
		</FilterBar>
	);
}
