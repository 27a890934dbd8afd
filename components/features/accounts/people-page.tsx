"use client";

import { parseAsStringLiteral, useQueryState } from "nuqs";
import { OrganizationsList } from "./organizations-list";
import { PeopleList } from "./people-list";

/** People, or with `view` in the address their organizations. */
export function PeoplePage() {
	const [view] = useQueryState("view", parseAsStringLiteral(["organizations"]));
	return view === null ? <PeopleList /> : <OrganizationsList />;
}
