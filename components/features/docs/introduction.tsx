import type { RefObject } from "react";
import { Card } from "@/components/kit/ui/card";
import { CopyId } from "@/components/kit/ui/copy-id";
import type { OpenApiDocument } from "@/lib/browser/openapi/document";
import { groupsOf } from "@/lib/browser/openapi/operations";
import { curlOf } from "@/lib/browser/openapi/snippets";
import { servicePath } from "@/lib/browser/service-path";
import { AllOperations } from "./all-operations";
import { CodeBlock } from "./code-block";
import { OperationLink } from "./operation-link";
import { RichText } from "./rich-text";
import { serverOf } from "./server-of";

export interface IntroductionProps {
	document: OpenApiDocument;
	heading: RefObject<HTMLHeadingElement | null>;
	onOpen: (operation: string) => void;
	onBack: () => void;
}

/** Rules of all operations: address, credentials, errors, repeated requests. */
export function Introduction({ document, heading, onOpen, onBack }: IntroductionProps) {
	const server = serverOf(document);
	const { components, info } = document;
	const firstCall = curlOf({
		method: "GET",
		url: `${server}/targeting/designs`,
		query: [["limit", "10"]],
		headers: [],
		body: { kind: "none" },
		credential: "query",
	});
	return (
		<article aria-label="Introduction" className="grid max-w-panel gap-group p-4 md:p-6">
			<div className="flex flex-wrap items-center justify-between gap-2">
				<h2 ref={heading} tabIndex={-1} className="font-bold text-title outline-none">
					Introduction
				</h2>
				<AllOperations onBack={onBack} />
			</div>
			<RichText text={info.description} className="max-w-prose" />
			<Card title="First call">
				<div className="grid gap-3 p-3">
					<p>
						This service is at <CopyId id={server} what="address" />. Create a key on the page{" "}
						<a href={servicePath("/keys")} className="text-accent underline">
							API keys
						</a>
						, set the shell variable <code className="font-mono text-small">TARGETING_KEY</code> to it, and run:
					</p>
					<CodeBlock label="First call, with curl" text={firstCall} />
				</div>
			</Card>
			<Card title="Authentication">
				<Terms
					of={Object.entries(components.securitySchemes).map(([name, { description }]) => [
						CREDENTIAL_NAMES[name] ?? name,
						description,
					])}
				/>
			</Card>
			<Card title="Idempotency and conditional requests">
				<Terms
					code
					of={Object.values(components.parameters).map(({ name, description = "" }) => [name, description])}
				/>
			</Card>
			<Card title="Errors">
				<Terms
					code
					of={Object.entries(components.responses).map(([name, { description = "" }]) => [name, description])}
				/>
			</Card>
			<Card title="All operations">
				<dl className="grid divide-y divide-line px-3">
					{groupsOf(document).map(({ name, api, description, operations }) => (
						<div key={name} className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[minmax(9rem,13rem)_minmax(0,1fr)]">
							<dt>
								<span className="block font-medium">{name}</span>
								<span className="text-muted text-small">{api}</span>
							</dt>
							<dd className="grid gap-1">
								<p>{description}</p>
								<p className="flex flex-wrap gap-x-3 text-small">
									{operations.map(({ id, summary }) => (
										<OperationLink
											key={id}
											operation={id}
											onOpen={onOpen}
											className="inline-flex min-h-6 items-center text-accent underline"
										>
											{summary}
										</OperationLink>
									))}
								</p>
							</dd>
						</div>
					))}
				</dl>
			</Card>
		</article>
	);
}

function Terms({ of, code = false }: { of: (readonly [term: string, says: string])[]; code?: boolean }) {
	return (
		<dl className="grid divide-y divide-line px-3">
			{of.map(([term, says]) => (
				<div key={term} className="grid gap-x-4 py-2 sm:grid-cols-[minmax(9rem,13rem)_minmax(0,1fr)]">
					<dt className={`font-medium ${code ? "font-mono text-small" : ""}`}>{term}</dt>
					<dd>
						<RichText text={says} />
					</dd>
				</div>
			))}
		</dl>
	);
}

const CREDENTIAL_NAMES: Record<string, string> = {
	key: "KEY",
	accessToken: "Access token",
	apiKey: "API key as bearer",
	agentKey: "Agent key",
	session: "Session",
};
