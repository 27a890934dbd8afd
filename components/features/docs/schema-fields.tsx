"use client";

import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { rowsOf, type SchemaRow } from "@/lib/browser/openapi/schema-rows";
import type { OpenApiDocument, Schema } from "@/lib/contract/openapi/document";
import { RichText } from "./rich-text";

/** The envelope's own fields are opened at once: what the reader looks for stands inside. */
const OPEN_AT_ONCE: ReadonlySet<string> = new Set(["response", "data"]);

export interface SchemaFieldsProps {
	document: OpenApiDocument;
	schema: Schema;
	/** The owner of the fields, for screen readers. */
	of: string;
	/** The depth of nesting in the displayed schema. */
	depth?: number;
	/** Only for bodies of requests: answers have all their fields. */
	showsRequired?: boolean;
}

/** The fields of a schema; what a field holds in its turn opens below it. */
export function SchemaFields({ document, schema, of, depth = 0, showsRequired = false }: SchemaFieldsProps) {
	return (
		<ul aria-label={`Fields of ${of}`} className="divide-y divide-line">
			{rowsOf(document, schema).map((row) => (
				<FieldRow key={row.name} document={document} row={row} depth={depth} showsRequired={showsRequired} />
			))}
		</ul>
	);
}

export interface FieldRowProps {
	document: OpenApiDocument;
	row: SchemaRow;
	depth?: number;
	showsRequired?: boolean;
}

/** One parameter or field: name and type, meaning, and valid values. */
export function FieldRow({ document, row, depth = 0, showsRequired = true }: FieldRowProps) {
	const [open, setOpen] = useState(depth < 2 && OPEN_AT_ONCE.has(row.name));
	const { name, type, inner } = row;
	return (
		<li className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[minmax(9rem,13rem)_minmax(0,1fr)]">
			<div className="grid min-w-0 content-start">
				<span className={`font-medium font-mono text-small ${row.deprecated ? "line-through" : ""}`}>{name}</span>
				<span className="text-muted text-small">{type}</span>
				{showsRequired && row.required ? <span className="text-small text-warn">required</span> : null}
				{row.deprecated ? <span className="text-small text-warn">deprecated</span> : null}
			</div>
			<div className="grid min-w-0 content-start gap-1">
				{row.description === "" ? null : <RichText text={row.description} />}
				<FieldFacts row={row} />
				{inner === null ? null : (
					<button
						type="button"
						aria-expanded={open}
						onClick={() => setOpen(!open)}
						className="-ms-1 inline-flex min-h-6 items-center gap-1 justify-self-start rounded-sm px-1 text-accent text-small hover:bg-accent-soft"
					>
						<ChevronRight aria-hidden className={`size-3 ${open ? "rotate-90" : ""}`} />
						{open ? "Hide" : "Show"} the fields<span className="sr-only"> of {name}</span>
					</button>
				)}
			</div>
			{inner === null || !open ? null : (
				<div className="min-w-0 border-line border-s-2 ps-3 sm:col-span-2">
					<SchemaFields document={document} schema={inner} of={name} depth={depth + 1} showsRequired={showsRequired} />
				</div>
			)}
		</li>
	);
}

function FieldFacts({ row: { bounds, values, byDefault, example } }: { row: SchemaRow }) {
	if (bounds.length === 0 && values.length === 0 && byDefault === null && example === null) return null;
	return (
		<p className="flex flex-wrap gap-x-3 gap-y-1 text-muted text-small">
			{values.length === 0 ? null : (
				<span>
					{values.length === 1 ? "always " : "one of "}
					{values.map((value, place) => (
						<span key={value}>
							{place === 0 ? "" : ", "}
							<code className="font-mono text-text">{value}</code>
						</span>
					))}
				</span>
			)}
			{bounds.map((bound) => (
				<span key={bound}>{bound}</span>
			))}
			{byDefault === null ? null : (
				<span>
					default <code className="font-mono text-text">{byDefault}</code>
				</span>
			)}
			{example === null ? null : (
				<span>
					for example <code className="font-mono text-text">{example}</code>
				</span>
			)}
		</p>
	);
}
