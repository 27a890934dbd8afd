"use client";

import { Card } from "@/components/kit/ui/card";
import { Chip } from "@/components/kit/ui/chip";
import type { Answer, Content } from "@/lib/browser/openapi/operations";
import type { OpenApiDocument } from "@/lib/contract/openapi/document";
import { sampleAnswer } from "@/lib/contract/openapi/sample";
import { CodeBlock } from "./code-block";
import { RichText } from "./rich-text";
import { SchemaFields } from "./schema-fields";

/** The successful answer of an operation: fields of the body, and an example. */
export function AnswersCard({ document, answers }: { document: OpenApiDocument; answers: readonly Answer[] }) {
	return (
		<Card title="Responses">
			<ul className="divide-y divide-line">
				{answers.map((answer) => (
					<li key={answer.status} className="grid gap-2 p-3">
						<div className="flex flex-wrap items-baseline gap-2">
							<Chip tone={answer.status < 300 ? "ok" : "neutral"}>{answer.status}</Chip>
							<RichText text={answer.description} className="min-w-0 grow" />
							<code className="font-mono text-muted text-small">
								{answer.content.map(({ type }) => type).join(", ")}
							</code>
						</div>
						{answer.content.map((content) => (
							<AnswerBody key={content.type} document={document} content={content} />
						))}
					</li>
				))}
			</ul>
		</Card>
	);
}

function AnswerBody({ document, content: { type, schema, example } }: { document: OpenApiDocument; content: Content }) {
	if (schema === undefined) {
		return <p className="text-muted">The body is {WORDS[type] ?? "text"}.</p>;
	}
	const shown = JSON.stringify(example ?? sampleAnswer(document, schema), null, 2);
	return (
		<>
			<SchemaFields document={document} schema={schema} of="the response" />
			<CodeBlock label="Example response" text={shown} />
		</>
	);
}

const WORDS: Record<string, string> = {
	"application/octet-stream": "the file as bytes",
	"application/geo+json": "a GeoJSON FeatureCollection",
	"text/csv": "CSV with a header row",
	"text/event-stream": "a stream of server-sent events",
	"text/plain": "text",
};

/** The errors of an operation: each status with its kind and its meaning here. */
export function ErrorsCard({ answers }: { answers: readonly Answer[] }) {
	if (answers.length === 0) return null;
	return (
		<Card title="Errors">
			<ul aria-label="Errors" className="divide-y divide-line px-3">
				{answers.map(({ status, errorType, description }) => (
					<li key={status} className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[minmax(9rem,13rem)_minmax(0,1fr)]">
						<span className="flex flex-wrap items-baseline gap-x-2">
							<span className="font-medium text-bad">{status}</span>
							{errorType === null ? null : <code className="font-mono text-small">{errorType}</code>}
						</span>
						<RichText text={description} />
					</li>
				))}
			</ul>
		</Card>
	);
}
