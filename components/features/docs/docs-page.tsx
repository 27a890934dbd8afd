"use client";

import { buttonClass } from "@/components/kit/ui/button";
import { PageHeader } from "@/components/kit/ui/page-header";
import { ErrorState, Skeleton } from "@/components/kit/ui/states";
import { openApiQuery } from "@/lib/browser/openapi/open-api-query";
import { servicePath } from "@/lib/browser/service-path";
import { useQuery } from "@/lib/browser/use-query";
import { DocsReader } from "./docs-reader";

/** The API reference, from the service's OpenAPI document. */
export function DocsPage() {
	const { data: document, error, refetch } = useQuery(openApiQuery());
	return (
		<>
			<PageHeader
				title="API reference"
				summary={document === undefined ? "…" : `${document.info.title} ${document.info.version}`}
				actions={["openapi.json", "openapi.yaml"].map((file) => (
					<a key={file} href={servicePath(`/${file}`)} download={file} className={buttonClass("plain")}>
						{file}
					</a>
				))}
			/>
			{document !== undefined ? (
				<DocsReader document={document} />
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
