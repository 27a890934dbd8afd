"use client";

import { controlClass, Field } from "@/components/kit/ui/field";
import { bodyKind, type Draft, jsonProblem } from "@/lib/browser/openapi/draft";
import type { Operation } from "@/lib/browser/openapi/operations";

export interface BodyFieldProps {
	operation: Operation;
	draft: Draft;
	judged: boolean;
	onChange: (part: Partial<Draft>) => void;
}

/**
 * The body of a request: JSON to be edited, or a file or text in one of the types that the
 * operation takes.
 */
export function BodyField({ operation, draft, judged, onChange }: BodyFieldProps) {
	const kind = bodyKind(operation);
	if (kind !== "json" && kind !== "stream") return null;
	const text = (
		<Field
			label={kind === "json" ? "Body" : "Text"}
			hint={kind === "json" ? "JSON" : "Instead of a file."}
			error={kind === "json" && judged ? jsonProblem(draft.text) : null}
		>
			{(control) => (
				<textarea
					{...control}
					rows={Math.min(16, Math.max(4, draft.text.split("\n").length))}
					spellCheck={false}
					value={draft.text}
					onChange={(event) => onChange({ text: event.target.value })}
					className={controlClass("font-mono md:text-small")}
				/>
			)}
		</Field>
	);
	if (kind === "json") return text;
	return (
		<>
			<Field label="Content-Type">
				{(control) => (
					<select
						{...control}
						value={draft.contentType}
						onChange={(event) => onChange({ contentType: event.target.value })}
						className={controlClass()}
					>
						{operation.body.map(({ type }) => (
							<option key={type} value={type}>
								{type}
							</option>
						))}
					</select>
				)}
			</Field>
			<Field label="File">
				{(control) => (
					<input
						{...control}
						type="file"
						onChange={(event) => onChange({ file: event.target.files?.[0] ?? null })}
						className={controlClass()}
					/>
				)}
			</Field>
			{draft.file === null ? text : null}
		</>
	);
}
