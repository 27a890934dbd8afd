import { AnyChoice, LinkedFilter, ResetFilters } from "@/components/kit/table/list-filters";
import { DayFilter } from "@/components/kit/table/range-filter";
import { TextFilter } from "@/components/kit/table/text-filter";
import { FilterBar } from "@/components/kit/ui/filter-bar";
import { AUDIT_OBJECT_TYPES } from "@/lib/contract/constants";
import type { AuditListState } from "./audit-filters";
import { ACTIONS } from "./change-words";

/** Filters set by links on other pages; here they can only be removed. */
const LINKED = [
	{ key: "design_id", label: "Design" },
	{ key: "target_id", label: "Target" },
] as const;

/** Every filter of the audit log. */
export function AuditFilterBar({ place }: { place: AuditListState }) {
	const { values, change } = place;
	return (
		<FilterBar label="Filter audit log" filtering={place.filtering}>
			<TextFilter
				label="Who"
				value={values.actor}
				hint="The full email or id of a person."
				onChange={(actor) => change({ actor })}
			/>
			<AnyChoice label="Action" value={values.action} options={ACTIONS} onChange={(action) => change({ action })} />
			<AnyChoice
				label="Object"
				value={values.object_type}
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
				hint="The full id of a design, build, deployment, person…"
				onChange={(id) => change({ object_id: id })}
			/>
			{LINKED.filter(({ key }) => values[key] !== null).map(({ key, label }) => (
				<LinkedFilter
					key={key}
					label={label}
					text={`Only events of one ${label.toLowerCase()} are shown.`}
					onClear={() => change({ [key]: null })}
				/>
			))}
			<ResetFilters place={place} />
		</FilterBar>
	);
}
