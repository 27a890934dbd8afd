"use client";

import { Eye, Lock, LockOpen, PencilLine } from "lucide-react";
import type { RefObject } from "react";
import { Card } from "@/components/kit/ui/card";
import { Chip } from "@/components/kit/ui/chip";
import type { Operation } from "@/lib/browser/openapi/operations";
import { rowOf } from "@/lib/browser/openapi/schema-rows";
import { serviceAddress } from "@/lib/browser/service-path";
import type { OpenApiDocument, Parameter } from "@/lib/contract/openapi/document";
import { AllOperations } from "./all-operations";
import { AnswersCard, ErrorsCard } from "./answers-card";
import { CopyButton } from "./copy-button";
import { operationHref } from "./docs-state";
import { ExampleCard } from "./example-card";
import { MethodTag } from "./method-tag";
import { RichText } from "./rich-text";
import { FieldRow, SchemaFields } from "./schema-fields";
import { serverOf } from "./server-of";

export interface OperationViewProps {
	document: OpenApiDocument;
	operation: Operation;
	heading: RefObject<HTMLHeadingElement | null>;
	onBack: () => void;
}

const PLACES = [
	{ place: "path", title: "Path parameters" },
	{ place: "query", title: "Query parameters" },
	{ place: "header", title: "Headers" },
] as const;

/** An operation's reference, and beside it an example of its call. */
export function OperationView({ document, operation, heading, onBack }: OperationViewProps) {
	const { method, path, summary, description, group, api, changesData, body } = operation;
	const server = serverOf(document);
	const [content] = body;
	return (
		<article
			aria-label={summary}
			className="grid items-start gap-4 p-4 md:p-6 2xl:grid-cols-[minmax(0,1fr)_minmax(24rem,40%)] 2xl:grid-rows-[auto_1fr] 2xl:gap-x-6"
		>
			<header className="grid min-w-0 gap-2">
				<div className="flex flex-wrap items-center justify-between gap-2">
					<p className="text-muted text-small">
						{api} · {group}
					</p>
					<AllOperations onBack={onBack} />
				</div>
				<h2 ref={heading} tabIndex={-1} className="font-bold text-title outline-none">
					{summary}
				</h2>
				<p className="flex flex-wrap items-center gap-x-2">
					<MethodTag method={method} />
					<code className="min-w-0 font-mono">{path}</code>
					<CopyButton what="operation address" text={`${server}${path}`}>
						Copy address
					</CopyButton>
				</p>
				{description === "" ? null : <RichText text={description} className="max-w-prose" />}
				<div className="flex flex-wrap items-center gap-2">
					<Chip tone={changesData ? "warn" : "neutral"} icon={changesData ? PencilLine : Eye}>
						{changesData ? "changes data" : "read-only"}
					</Chip>
					<CredentialChip operation={operation} />
					<CopyButton what="link to this operation" text={`${serviceAddress()}${operationHref(operation.id)}`}>
						Copy link
					</CopyButton>
				</div>
			</header>
			<div className="min-w-0 2xl:sticky 2xl:top-6 2xl:col-start-2 2xl:row-span-2 2xl:row-start-1">
				<ExampleCard operation={operation} server={server} />
			</div>
			<div className="grid min-w-0 content-start gap-4">
				{PLACES.map(({ place, title }) => {
					const parameters = [
						...operation.parameters.filter((parameter) => parameter.in === place),
						...(place === "query" ? keyOf(document, operation) : []),
					];
					return parameters.length === 0 ? null : (
						<Card key={place} title={title}>
							<ul aria-label={title} className="divide-y divide-line px-3">
								{parameters.map(({ name, schema, required = false, description: says = "" }) => (
									<FieldRow
										key={name}
										document={document}
										row={{ ...rowOf(document, name, schema, required), description: says }}
									/>
								))}
							</ul>
						</Card>
					);
				})}
				{content === undefined ? null : (
					<Card
						title="Body"
						aside={<code className="font-mono text-muted text-small">{body.map(({ type }) => type).join(", ")}</code>}
					>
						<div className="px-3">
							{content.schema === undefined ? (
								<p className="py-2">The file itself, in one of these types.</p>
							) : Object.keys(content.schema.properties ?? {}).length === 0 ? (
								<p className="py-2">An empty object.</p>
							) : (
								<SchemaFields document={document} schema={content.schema} of="the body" showsRequired />
							)}
						</div>
					</Card>
				)}
				<AnswersCard document={document} answers={operation.answers.filter(({ status }) => status < 400)} />
				<ErrorsCard answers={operation.answers.filter(({ status }) => status >= 400)} />
			</div>
		</article>
	);
}

/**
 * The parameter KEY where it stands in the query: the document names it among the credentials
 * alone.
 */
function keyOf({ components }: OpenApiDocument, { credentials, body }: Operation): Parameter[] {
	const byKey = credentials.some(({ kind }) => kind === "key");
	if (!byKey || body.length > 0) return [];
	const says = components.securitySchemes.key?.description ?? "";
	const alone = credentials.length === 1;
	const description = alone ? says : `${says} Required unless a bearer token or a session authenticates the request.`;
	return [{ name: "KEY", in: "query", required: alone, description, schema: { type: "string" } }];
}

const KINDS = { session: "session", key: "KEY", bearer: "bearer token", none: "" } as const;

function CredentialChip({ operation: { credentials } }: { operation: Operation }) {
	if (credentials.length === 0) {
		return (
			<Chip icon={LockOpen} explanation="No authentication.">
				public
			</Chip>
		);
	}
	return (
		<Chip
			icon={Lock}
			explanation={
				<ul className="grid gap-1">
					{credentials.map(({ kind, schemes }) => (
						<li key={kind}>{schemes.map((scheme) => SCHEME_WORDS[scheme] ?? scheme).join(", or ")}</li>
					))}
				</ul>
			}
		>
			{credentials.map(({ kind }) => KINDS[kind]).join(", ")}
		</Chip>
	);
}

/** The credentials in short; the introduction has them at length. */
const SCHEME_WORDS: Record<string, string> = {
	key: "An API key as the parameter KEY",
	accessToken: "An access token as bearer",
	apiKey: "An API key as bearer",
	agentKey: "An agent key as bearer",
	session: "The session of these pages",
};
