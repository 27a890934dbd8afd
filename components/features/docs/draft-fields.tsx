"use client";

import { Button } from "@/components/kit/ui/button";
import { controlClass, Field } from "@/components/kit/ui/field";
import { formatPlural } from "@/lib/browser/format";
import { type DraftField, fieldProblem } from "@/lib/browser/openapi/draft";

export interface DraftFieldsProps {
	fields: readonly DraftField[];
	values: Readonly<Record<string, string>>;
	/** Shows problems, after an attempt to send the request. */
	judged: boolean;
	onChange: (key: string, value: string) => void;
}

const LONG = new Set(["reason", "message"]);

/** A key that no request had before; over plain HTTP browsers have no `randomUUID`. */
function newKey(): string {
	return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The parameters of an operation to be filled in: those that must be, then the others behind a line
 * that opens.
 */
export function DraftFields({ fields, values, judged, onChange }: DraftFieldsProps) {
	const first = fields.filter(({ place, required }) => required || place === "form");
	const others = fields.filter((field) => !first.includes(field));
	const filled = others.filter(({ key }) => (values[key] ?? "") !== "").length;
	const control = (field: DraftField) => (
		<DraftControl
			key={field.key}
			field={field}
			value={values[field.key] ?? ""}
			problem={judged ? fieldProblem(field, values[field.key] ?? "") : null}
			onChange={(value) => onChange(field.key, value)}
		/>
	);
	return (
		<>
			{first.map(control)}
			{others.length === 0 ? null : (
				<details className="rounded-md border border-line" open={first.length === 0 && others.length <= 4}>
					<summary className="px-3 py-1.5 text-accent">
						{formatPlural(
							others.length,
							others.every(({ place }) => place === "header") ? "optional header" : "optional parameter",
						)}
						{filled === 0 ? "" : `, ${filled} filled in`}
					</summary>
					<div className="grid gap-3 border-line border-t p-3 sm:grid-cols-2">{others.map(control)}</div>
				</details>
			)}
		</>
	);
}

interface DraftControlProps {
	field: DraftField;
	value: string;
	problem: string | null;
	onChange: (value: string) => void;
}

function DraftControl({ field, value, problem, onChange }: DraftControlProps) {
	const { name, required, choices, placeholder, type } = field;
	return (
		<Field label={name} optional={!required} hint={type} error={problem}>
			{(control) =>
				choices.length > 0 ? (
					<select
						{...control}
						value={value}
						onChange={(event) => onChange(event.target.value)}
						className={controlClass()}
					>
						<option value="">{placeholder === "" ? "not sent" : `not sent (${placeholder})`}</option>
						{choices.map((choice) => (
							<option key={choice} value={choice}>
								{choice}
							</option>
						))}
					</select>
				) : LONG.has(name) ? (
					<textarea
						{...control}
						rows={2}
						value={value}
						onChange={(event) => onChange(event.target.value)}
						className={controlClass()}
					/>
				) : (
					<div className="flex gap-2">
						<input
							{...control}
							type="text"
							autoComplete="off"
							spellCheck={false}
							placeholder={placeholder}
							value={value}
							onChange={(event) => onChange(event.target.value)}
							className={controlClass("font-mono md:text-small")}
						/>
						{name === "Idempotency-Key" ? <Button onClick={() => onChange(newKey())}>New key</Button> : null}
					</div>
				)
			}
		</Field>
	);
}
