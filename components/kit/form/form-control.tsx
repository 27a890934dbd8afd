import { type ReactNode, useState } from "react";
import { type ControlProps, controlClass, Field, FieldGroup } from "@/components/kit/ui/field";
import type { BoxesField, ChoiceField, FormField, NumberField, Option, TextField } from "./form-field";
import type { SlugField } from "./use-slug-field";

const LONGEST = 10_000;

interface FormControlProps<Declared> {
	field: Declared;
	/** What it holds at first. */
	value: unknown;
	error: string | undefined;
}

/**
 * A field with its label, hint and problem, by its kind.
 * @param slug lets the slug follow the name; null for what has one already
 */
export function FormControl({ field, slug, ...rest }: FormControlProps<FormField> & { slug: SlugField | null }) {
	switch (field.kind) {
		case "switch":
			return (
				<Tick name={field.name} checked={rest.value === true} hint={field.hint}>
					{field.hint === undefined ? field.label : <span className="font-medium">{field.label}</span>}
				</Tick>
			);
		case "boxes":
			return <Boxes field={field} {...rest} />;
		case "choice":
			return <Choice field={field} {...rest} />;
		case "number":
			return <NumberInput field={field} {...rest} />;
		default:
			return <TextInput field={field} slug={slug} {...rest} />;
	}
}

function TextInput({ field, value, error, slug }: FormControlProps<TextField> & { slug: SlugField | null }) {
	const { kind, name, label, optional = false, hint, lines, mono = false, input, render } = field;
	const shared = {
		name,
		defaultValue: typeof value === "string" ? value : "",
		maxLength: input?.maxLength ?? LONGEST,
		required: field.required !== undefined,
		className: controlClass(mono ? "font-mono" : ""),
	};
	const follow =
		slug === null
			? {}
			: kind === "slug"
				? { ref: slug.ref, onChange: slug.onSlug }
				: name === "name"
					? { onChange: slug.onName }
					: {};
	return (
		<Field label={label} optional={optional} hint={hint} error={error}>
			{(control) =>
				render?.({ ...control, name }) ??
				(lines === undefined ? (
					<input {...control} {...input} {...follow} {...shared} />
				) : (
					<textarea {...control} {...shared} rows={lines} />
				))
			}
		</Field>
	);
}

function NumberInput({ field, value, error }: FormControlProps<NumberField>) {
	const { name, label, optional = false, hint, unit, min, max } = field;
	return (
		<Field label={label} optional={optional} hint={hint} error={error}>
			{(control) => (
				<input
					{...control}
					name={name}
					type="number"
					min={min}
					max={max}
					step="any"
					defaultValue={typeof value === "number" && value !== field.empty ? value / (unit ?? 1) : ""}
					className={controlClass()}
				/>
			)}
		</Field>
	);
}

function Choice({ field, value, error }: FormControlProps<ChoiceField>) {
	const { name, label, optional = false, hint, options, onChange } = field;
	const [picked, setPicked] = useState<string | null>(null);
	// The picked option may no longer be listed, or not yet.
	const chosen = (options.find((option) => option.value === (picked ?? value)) ?? options[0])?.value ?? "";
	return (
		<Field label={label} optional={optional} hint={typeof hint === "function" ? hint(chosen) : hint} error={error}>
			{(control) => (
				<select
					{...control}
					name={name}
					value={chosen}
					onChange={({ target }) => {
						setPicked(target.value);
						onChange?.(target.value);
					}}
					className={controlClass()}
				>
					{options.map((option) => (
						<option key={option.value} value={option.value} disabled={option.disabled}>
							{option.label}
						</option>
					))}
				</select>
			)}
		</Field>
	);
}

function Boxes({ field, value, error }: FormControlProps<BoxesField>) {
	const { name, label, options } = field;
	const chosen: readonly string[] = Array.isArray(value) ? value : [];
	if (options === undefined) return chosen.map((one) => <input key={one} type="hidden" name={name} value={one} />);
	const explained = options.some(({ hint }) => hint !== undefined);
	return (
		<FieldGroup key={chosen.join()} legend={label} error={error}>
			{(control) => (
				<div
					className={
						explained
							? "grid gap-2"
							: "grid max-h-44 gap-1 overflow-y-auto rounded-md border border-line p-2 sm:grid-cols-2"
					}
				>
					{options.map((option) => (
						<Tick key={option.value} {...option} control={control} name={name} checked={chosen.includes(option.value)}>
							{option.label}
						</Tick>
					))}
				</div>
			)}
		</FieldGroup>
	);
}

interface TickProps extends Partial<Omit<Option, "label">> {
	name: string;
	checked: boolean;
	control?: Pick<ControlProps, "aria-invalid">;
	onChange?: (checked: boolean) => void;
	children: ReactNode;
}

/** A box to tick, with its words and what they mean. */
export function Tick({ name, checked, value, disabled, hint, control, onChange, children }: TickProps) {
	return (
		<label className="flex items-start gap-2 py-0.5">
			<input
				{...control}
				type="checkbox"
				name={name}
				value={value}
				defaultChecked={checked}
				disabled={disabled}
				onChange={({ currentTarget }) => onChange?.(currentTarget.checked)}
				className="mt-0.5 size-4 shrink-0 accent-accent"
			/>
			<span className="wrap-anywhere">
				{children}
				{hint === undefined ? null : <span className="block text-muted text-small">{hint}</span>}
			</span>
		</label>
	);
}
