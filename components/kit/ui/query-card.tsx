import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Card } from "./card";
import { ErrorState, Skeleton, StaleNotice } from "./states";

export interface QueryCardProps<Data> {
	title: string;
	aside?: ReactNode;
	query: Pick<UseQueryResult<Data>, "data" | "error" | "refetch"> & { dataUpdatedAt?: number };
	/** What the query gives, as the first words of a sentence: "The builds". */
	what: string;
	/** The shape of what comes, where two lines are not like it. */
	waiting?: ReactNode;
	children: (data: Data) => ReactNode;
}

/**
 * A card of what one query gives: its shape at first, why it could not be loaded, and a word above
 * contents that may be old.
 */
export function QueryCard<Data>({ title, aside, query, what, waiting = <TwoLines />, children }: QueryCardProps<Data>) {
	const { data, error, refetch } = query;
	return (
		<Card title={title} aside={aside}>
			{data !== undefined ? (
				<>
					{error === null ? null : <StaleNotice error={error} updatedAt={query.dataUpdatedAt} onRetry={refetch} />}
					{children(data)}
				</>
			) : error === null ? (
				waiting
			) : (
				<ErrorState error={error} what={what} onRetry={refetch} />
			)}
		</Card>
	);
}

/** The place of a card's contents that have yet to come. */
export const TwoLines = () => (
	<div className="grid gap-3 p-3" aria-busy="true">
		<Skeleton className="w-60" />
		<Skeleton className="w-40" />
	</div>
);
