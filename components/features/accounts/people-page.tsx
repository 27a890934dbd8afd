"use client";

import { parseAsStringLiteral, useQueryState } from "nuqs";
import { OrganizationsList } from "./organizations-list";
import { PeopleList } from "./people-list";

/**
 * People, or with `view` in the address their organizations.
 * @param props.singleSignOn the name of the provider of single sign-on; null without one
 */
export function PeoplePage({ singleSignOn }: { singleSignOn: string | null }) {
	const [view] = useQueryState("view", parseAsStringLiteral(["organizations"]));
	return view === null ? <PeopleList singleSignOn={singleSignOn} /> : <OrganizationsList />;
}
