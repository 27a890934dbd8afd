"use client";

import { parseAsStringLiteral, useQueryState } from "nuqs";
import { OrganizationsList } from "./organizations-list";
import { PeopleList } from "./people-list";

/** Who uses the service: people, and by `view` in the address the organizations they belong to. */
export function PeoplePage() {
	const [view] = useQueryState("view", parseAsStringLiteral(["organizations"]));
	return view === null ? <PeopleList /> : <OrganizationsList />;
}
