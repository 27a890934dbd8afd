import { ChevronRight } from "lucide-react";
import { Fragment, useState } from "react";
import { FormControl } from "./form-control";
import type { FormField, FormFields, OwnField, Problems } from "./form-field";
import { useSlugField } from "./use-slug-field";

export interface FieldsProps {
	fields: FormFields;
	/** Fields with defaults, below "More settings". */
	more?: FormFields;
	/** What the fields show at first: an object that is edited, or null. */
	item?: object | null;
	problems?: Problems;
}

/** The fields of a form, from top to bottom. */
export function Fields({ fields, more = [], item = null, problems = {} }: FieldsProps) {
	const slug = useSlugField();
	const [open, setOpen] = useState(false);
	const values = new Map<string, unknown>(Object.entries(item ?? {}));
	const one = (field: FormField | OwnField | false | null, index: number) =>
		!field ? null : field.kind === "own" ? (
			<Fragment key={field.names?.[0] ?? index}>{field.render(problems)}</Fragment>
		) : (
			<FormControl
				key={field.name}
				field={field}
				value={values.get(field.name) ?? field.value}
				error={problems[field.name]}
				slug={item === null ? slug : null}
			/>
		);
	const rows = (entries: FormFields) =>
		entries.map((entry, index) => {
			const row = [entry].flat();
			if (row.length === 1) return row.map(() => one(row[0] ?? null, index));
			return (
				// biome-ignore lint/suspicious/noArrayIndexKey: the rows of a form stay in place
				<div key={index} className="grid gap-4 sm:grid-cols-2">
					{row.map(one)}
				</div>
			);
		});
	if (more.length === 0) return rows(fields);
	// Only a problem out of sight opens them: the focus goes to the first problem.
	const isInSight = fields.flat().some((field) => field && field.kind !== "own" && field.name in problems);
	const isOutOfSight = !isInSight && Object.keys(problems).length > 0;
	return (
		<>
			{rows(fields)}
			<details
				open={open || isOutOfSight}
				onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
				className="group"
			>
				<summary className="flex min-h-8 w-fit cursor-pointer list-none items-center gap-1 rounded-sm text-muted max-md:min-h-11 hover:text-text [&::-webkit-details-marker]:hidden">
					<ChevronRight aria-hidden className="size-3.5 group-open:rotate-90" />
					More settings
				</summary>
				<div className="grid grid-cols-1 gap-4 pt-4">{rows(more)}</div>
			</details>
		</>
	);
}
