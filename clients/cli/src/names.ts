import {
	type Build,
	type Deployment,
	type Design,
	NotFoundError,
	notFound,
	type TargetingClient,
} from "@/clients/typescript/src/index";
import { UsageError } from "./exit";
import { read } from "./read";

const GUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;
const isId = (text: string) => GUID.test(text);

/** The design of this name or id. */
export async function findDesign(client: TargetingClient, name: string): Promise<Design> {
	if (isId(name)) return client.designs.get(name);
	const found = await client.designs.list(searchFor(name)).all();
	return only(found.filter(sameName(name)), `design called '${name}'`);
}

/** Names are found by their words; one without any is looked for in the whole list. */
const searchFor = (name: string) => (/[\p{L}\p{N}]/u.test(name) ? { q: name } : {});

const sameName =
	(name: string) =>
	(row: { readonly name: string }): boolean =>
		row.name.localeCompare(name, undefined, { sensitivity: "accent" }) === 0;

function only<T extends { readonly id: string }>(found: readonly T[], what: string): T {
	const [first, ...others] = found;
	if (first === undefined) throw notFound(`you see no ${what}`);
	if (others.length === 0) return first;
	const ids = found.map(({ id }) => id).join(", ");
	throw new UsageError(`you see more than one ${what}: name it by its id, one of ${ids}`);
}

/** A done build by its id, or the newest one of a design by its name or id. */
export async function findBuild(client: TargetingClient, name: string): Promise<Pick<Build, "id" | "name">> {
	const byId = isId(name)
		? await orNull(client.http.data("GET /api/builds/{build_id}", { path: { build_id: name } }))
		: null;
	if (byId !== null) return byId;
	const design = await findDesign(client, name);
	if (design.most_recent_build !== null) return { id: design.most_recent_build, name: design.name };
	throw new UsageError(`'${design.name}' has no build that is done: run \`targeting build\` with it first`);
}

const orNull = <T>(asked: Promise<T>): Promise<T | null> =>
	asked.catch((error: unknown) => {
		if (error instanceof NotFoundError) return null;
		throw error;
	});

type Status = "requested" | "activated" | "deactivated";

/** A deployment by its id, or by the name of its design and, where there are several, its target. */
export async function findDeployment(
	client: TargetingClient,
	name: string,
	{ to, status }: { readonly to?: string | undefined; readonly status?: readonly Status[] } = {},
): Promise<Pick<Deployment, "id">> {
	if (isId(name)) return { id: name };
	const filters = status === undefined ? {} : { status: [...status] };
	const found = await client.deployments.list({ ...searchFor(name), ...filters }).all();
	const targetId = to === undefined ? undefined : await findTarget(client, to);
	const isMeant = ({ design_name, target_id }: Deployment) =>
		sameName(name)({ name: design_name }) && target_id === (targetId ?? target_id);
	const which = `${status === undefined ? "" : `${status.join(" or ")} `}deployment of '${name}'`;
	return only(found.filter(isMeant), to === undefined ? which : `${which} on ${to}`);
}

/** The id of a target that one requests from or administers. */
async function findTarget(client: TargetingClient, name: string): Promise<string> {
	type Target = { readonly id: string; readonly slug: string; readonly name: string };
	const targets = await read<Target[]>(client, "GET /api/targets", { query: { limit: 500 } });
	const isMeant = (target: Target) => [target.id, target.slug, target.name].includes(name);
	return only(targets.filter(isMeant), `target called '${name}'`).id;
}
