import type { RefObject } from "react";
import { Card } from "@/components/kit/ui/card";
import { CopyId } from "@/components/kit/ui/copy-id";
import { groupsOf } from "@/lib/browser/openapi/operations";
import { servicePath } from "@/lib/browser/service-path";
import type { DocumentAnswer, OpenApiDocument } from "@/lib/contract/openapi/document";
import { AllOperations } from "./all-operations";
import { ExampleTabs } from "./example-tabs";
import { MethodTag } from "./method-tag";
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
	const [contract, ...others] = groupsOf(document);
	const first = contract?.operations.find(({ id }) => id === "listDesigns");
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
						, set the shell variables <code className="font-mono text-small">TARGETING_URL</code> and{" "}
						<code className="font-mono text-small">TARGETING_KEY</code>, and run:
					</p>
					<ExampleTabs samples={first?.samples ?? []} />
					<p className="text-muted text-small">
						The clients for TypeScript and Python and the command come with the service&rsquo;s source:{" "}
						<code className="font-mono">npm run package:clients</code>.
					</p>
				</div>
			</Card>
			<Card title="Contract">
				<ul aria-label="Operations of the contract" className="grid divide-y divide-line px-3">
					{(contract?.operations ?? []).map(({ id, method, path, summary }) => (
						<li key={id} className="grid gap-x-4 py-1.5 sm:grid-cols-2">
							<OperationLink operation={id} onOpen={onOpen} className="py-0.5 text-accent underline">
								{summary}
							</OperationLink>
							<span className="min-w-0 break-words py-0.5">
								<MethodTag method={method} /> <code className="font-mono text-small">{path}</code>
							</span>
						</li>
					))}
				</ul>
			</Card>
			<Card title="Beyond the contract">
				<Terms of={others.map(({ name, api, description }) => [`${name} (${api})`, description])} />
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
					of={Object.entries(components.responses).map(([name, answer]) => [
						name,
						`${answer.description ?? ""} For example: \`${messageOf(answer)}\``,
					])}
				/>
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

/** The sentence of the example of an error. */
function messageOf({ content }: DocumentAnswer): string {
	const example = content?.["application/json"]?.example as { message?: string } | undefined;
	return example?.message ?? "";
}

const CREDENTIAL_NAMES: Record<string, string> = {
	key: "KEY",
	accessToken: "Access token",
	apiKey: "API key as bearer",
	agentKey: "Agent key",
	session: "Session",
};
