import type { ReactNode } from "react";
import { buttonClass } from "@/components/kit/ui/button";
import { Link } from "@/components/kit/ui/link";
import { PageHeader } from "@/components/kit/ui/page-header";

export type PeopleView = "people" | "organizations";

/** The header of both lists, with a link to the other one. */
export function PeopleHeader({ view, summary, actions }: { view: PeopleView; summary: string; actions: ReactNode }) {
	return (
		<PageHeader
			title={view === "people" ? "People" : "Organizations"}
			summary={summary}
			actions={
				<>
					<Link href={view === "people" ? "/people?view=organizations" : "/people"} className={buttonClass("plain")}>
						{view === "people" ? "Organizations" : "People"}
					</Link>
					{actions}
				</>
			}
		/>
	);
}
