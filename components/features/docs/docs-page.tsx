"use client";

import { buttonClass } from "@/components/kit/ui/button";
import { PageHeader } from "@/components/kit/ui/page-header";
import { ErrorState, Skeleton } from "@/components/kit/ui/states";
import { openApiQuery } from "@/lib/browser/openapi/document";
import { servicePath } from "@/lib/browser/service-path";
import { useQuery } from "@/lib/browser/use-query";
import { DocsReader } from "./docs-reader";
import { TrySessionProvider } from "./try-session";

/**
 * The API reference, from the service's OpenAPI document. `email`: the signed-in user; null for a
 * visitor.
 */
export function DocsPage({ email }: { email: string | null }) {
	const { data: document, error, refetch } = useQuery(openApiQuery());
	return (
		<>
			<PageHeader
				title="API reference"
				summary={document === undefined ? "…" : `${document.info.title} ${document.info.version}`}
				actions={
					<a href={servicePath("/openapi.json")} download="openapi.json" className={buttonClass("plain")}>
						OpenAPI document
					</a>
				}
			/>
			{document !== undefined ? (
				<TrySessionProvider email={email}>
					<DocsReader document={document} />
				</TrySessionProvider>
			) : error !== null ? (
				<ErrorState error={error} what="The API description" onRetry={() => void refetch()} />
			) : (
				<DocsSkeleton />
			)}
		</>
	);
}

const PLACES = ["one", "two", "three", "four", "five", "six", "seven", "eight"];

function DocsSkeleton() {
	return (
		<div className="grid min-h-0 grow lg:grid-cols-[var(--spacing-list)_minmax(0,1fr)]" aria-busy="true">
			<p role="status" className="sr-only">
				Loading the API description
			</p>
			<ul className="grid content-start gap-5 border-line bg-surface p-4 lg:border-e">
				{PLACES.map((place) => (
					<li key={place}>
						<Skeleton className="w-52" />
					</li>
				))}
			</ul>
			<div className="hidden content-start gap-6 p-6 lg:grid">
				<Skeleton className="h-5 w-60" />
				<Skeleton className="h-16 w-80" />
				<Skeleton className="h-40" />
			</div>
		</div>
	);
}
