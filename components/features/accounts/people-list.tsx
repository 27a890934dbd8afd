"use client";

import { Plus } from "lucide-react";
import { parseAsString } from "nuqs/server";
import { useMemo, useState } from "react";
import { useSessionUser } from "@/components/kit/session/session-context";
import { DataTable, isNothingThere } from "@/components/kit/table/data-table";
import { parsersOf } from "@/components/kit/table/filter-parsers";
import { givenFilters } from "@/components/kit/table/given-filters";
import { choiceFilter, textFilter, wordsOf } from "@/components/kit/table/list-filter";
import { ListFilterBar } from "@/components/kit/table/list-filter-bar";
import { useListState } from "@/components/kit/table/use-list-state";
import { NEW_KEY, useNewKey } from "@/components/kit/table/use-new-key";
import { Button } from "@/components/kit/ui/button";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { SavedViews } from "@/components/kit/views/saved-views";
import { formatPlural } from "@/lib/browser/format";
import { peopleQuery } from "@/lib/browser/people";
import { useQuery } from "@/lib/browser/use-query";
import { PERSON_STATUSES, ROLES } from "@/lib/contract/constants";
import type { Person } from "@/lib/contract/person";
import { PeopleHeader } from "./people-header";
import { type PersonAction, personColumns } from "./person-columns";
import { PersonDialog } from "./person-dialog";
import { nameOf, STATUS_WORDS } from "./person-words";

const InviteDialog = lazyDialog(() => import("./invite-dialog").then((module) => module.InviteDialog));
const DIALOGS = [InviteDialog] as const;

const FILTERS = [
	choiceFilter("role", { label: "Role", words: wordsOf(ROLES, (role) => role), shown: "always" }),
	choiceFilter("status", {
		label: "Status",
		words: wordsOf(PERSON_STATUSES, (status) => STATUS_WORDS[status].word),
		shown: "always",
	}),
];
/** Only operators see other organizations; a link may still set it for everybody. */
const ORGANIZATION = textFilter("organization", { label: "Organization", hint: "The full slug.", shown: "always" });
const parsers = { q: parseAsString.withDefault(""), ...parsersOf([...FILTERS, ORGANIZATION]) };

/** The people that the reader manages. */
export function PeopleList({ singleSignOn }: { singleSignOn: string | null }) {
	const provider = singleSignOn ?? "single sign-on";
	useAtHand(DIALOGS);
	const { role: own } = useSessionUser();
	const { sortBy: _unsorted, sort: _sort, ...place } = useListState(parsers, ["email"]);
	const list = useQuery(peopleQuery({ ...givenFilters(place.values), limit: place.limit, offset: place.offset }));
	const [inviting, setInviting] = useState(false);
	useNewKey("Invite a person…", () => setInviting(true), inviting);
	const [asked, setAsked] = useState<{ action: PersonAction; person: Person } | null>(null);
	const columns = useMemo(() => personColumns(provider, (action, person) => setAsked({ action, person })), [provider]);
	const invite = (
		<Button variant="primary" shortcut={NEW_KEY} onClick={() => setInviting(true)}>
			<Plus aria-hidden className="size-4" />
			Invite…
		</Button>
	);
	return (
		<>
			<PeopleHeader
				view="people"
				summary={list.data === undefined ? "…" : formatPlural(list.data.total, "person", "people")}
				actions={
					<>
						<SavedViews page="/people" />
						{isNothingThere(list, place) ? null : invite}
					</>
				}
			/>
			<ListFilterBar
				label="Filter people"
				search={{ label: "Search names, emails", placeholder: "Names, emails" }}
				filters={own === "operator" ? [...FILTERS, ORGANIZATION] : [...FILTERS, { ...ORGANIZATION, shown: "set" }]}
				place={place}
			/>
			<div className="min-h-0 grow bg-surface lg:overflow-auto">
				<DataTable
					what="people"
					columns={columns}
					list={list}
					place={place}
					nameOf={nameOf}
					empty={{ title: "No people yet", text: "Invite people with a link.", action: invite }}
				/>
			</div>
			{inviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
			{asked === null ? null : <PersonDialog {...asked} provider={provider} onClose={() => setAsked(null)} />}
		</>
	);
}
