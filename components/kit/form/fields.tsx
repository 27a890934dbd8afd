import { Fragment } from "react";
import { FormControl } from "./form-control";
import type { FormField, FormFields, OwnField, Problems } from "./form-field";
import { useSlugField } from "./use-slug-field";

export interface FieldsProps {
	fields: FormFields;
	/** What the fields show at first: an object that is edited, or null. */
	item?: object | null;
	problems?: Problems;
}

/** The fields of a form, from top to bottom. */
export function Fields({ fields, item = null, problems = {} }: FieldsProps) {
	const slug = useSlugField();
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
	return fields.map((entry, index) => {
		const row = [entry].flat();
		if (row.length === 1) return row.map(() => one(row[0] ?? null, index));
		return (
			// biome-ignore lint/suspicious/noArrayIndexKey: the rows of a form stay in place
			<div key={index} className="grid gap-4 sm:grid-cols-2">
				{row.map(one)}
			</div>
		);
	});
}
