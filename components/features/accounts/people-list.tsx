"use client";

import { Plus } from "lucide-react";
import { parseAsString, parseAsStringLiteral } from "nuqs";
import { useMemo, useState } from "react";
import { useSessionUser } from "@/components/kit/session/session-context";
import { DataTable, isNothingThere } from "@/components/kit/table/data-table";
import { givenFilters } from "@/components/kit/table/given-filters";
import { ListSearch } from "@/components/kit/table/list-search";
import { TextFilter } from "@/components/kit/table/text-filter";
import { useListState } from "@/components/kit/table/use-list-state";
import { NEW_KEY, useNewKey } from "@/components/kit/table/use-new-key";
import { Button } from "@/components/kit/ui/button";
import { Choice, FilterBar } from "@/components/kit/ui/filter-bar";
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

const ANY = "any";
const parsers = {
	q: parseAsString.withDefault(""),
	role: parseAsStringLiteral(ROLES),
	status: parseAsStringLiteral(PERSON_STATUSES),
	organization: parseAsString,
};

/** The people that the reader manages. */
export function PeopleList({ singleSignOn }: { singleSignOn: string | null }) {
	const provider = singleSignOn ?? "single sign-on";
	useAtHand(DIALOGS);
	const { role: own } = useSessionUser();
	const { sortBy: _unsorted, sort: _sort, ...place } = useListState(parsers, ["email"]);
	const { values, change } = place;
	const list = useQuery(peopleQuery({ ...givenFilters(values), limit: place.limit, offset: place.offset }));
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
			<FilterBar
				label="Filter people"
				filtering={place.filtering}
				search={
					<ListSearch
						label="Search names, emails"
						placeholder="Names, emails"
						value={values.q}
						onChange={(q) => change({ q }, true)}
					/>
				}
			>
				<Choice
					label="Role"
					value={values.role ?? ANY}
					rest={ANY}
					options={[ANY, ...ROLES].map((value) => ({ value, label: value }))}
					onChange={(value) => change({ role: ROLES.find((role) => role === value) ?? null })}
				/>
				<Choice
					label="Status"
					value={values.status ?? ANY}
					rest={ANY}
					options={[
						{ value: ANY, label: ANY },
						...PERSON_STATUSES.map((value) => ({ value: value as string, label: STATUS_WORDS[value].word })),
					]}
					onChange={(value) => change({ status: PERSON_STATUSES.find((status) => status === value) ?? null })}
				/>
				{own === "operator" || values.organization !== null ? (
					<TextFilter
						label="Organization"
						value={values.organization}
						hint="The full slug."
						onChange={(organization) => change({ organization })}
					/>
				) : null}
				{place.narrowed ? (
					<Button variant="link" onClick={place.reset}>
						Reset
					</Button>
				) : null}
			</FilterBar>
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
