import { type Change, followChanges, lookUntil } from "./changes.js";
import { notFound, WaitError } from "./errors.js";
import { type Body, type Data, Http, type Options, type Query, type Settings, type Upload } from "./http.js";
import { type Filters, type List, listOf, type Row } from "./pages.js";
import { Tokens } from "./tokens.js";

export type Design = Data<"GET /targeting/designs/{design_id}">;
export type BuildRow = Row<"GET /targeting/builds">;
export type Build = Data<"GET /api/builds/{build_id}">;
export type Deployment = Row<"GET /targeting/deployments">;
export type DeploymentDetail = Data<"GET /api/deployments/{deployment_id}">;
export type Target = Row<"GET /targeting/targets">;

/**
 * The targeting service for a program. Acts that are repeated for want of an answer take effect
 * once; every refusal is a ServiceError of its kind.
 */
export class TargetingClient {
	readonly http: Http;
	readonly designs: Designs;
	readonly builds: Builds;
	readonly deployments: Deployments;
	/** Access tokens of users, for a key with the scope `tokens`. */
	readonly tokens: Tokens;

	constructor(settings: Settings) {
		this.http = new Http(settings);
		this.designs = new Designs(this.http);
		this.builds = new Builds(this.http);
		this.deployments = new Deployments(this.http);
		this.tokens = new Tokens(this.http);
	}

	/** The targets that accept requests from the caller's organization. */
	targets(): List<Target> {
		return listOf(this.http, "GET /targeting/targets", {});
	}

	/** @throws NotFoundError where no target has this name, slug or id */
	async target(name: string): Promise<Target> {
		for await (const target of this.targets()) {
			if ([target.name, target.slug, target.id].includes(name)) return target;
		}
		throw notFound(`no target that accepts your organization is called '${name}'`);
	}

	/** What changes among the objects that the caller sees, as it happens, until the signal ends it. */
	changes(signal?: AbortSignal): AsyncGenerator<Change, void, void> {
		return followChanges(this.http, signal);
	}
}

class Designs {
	readonly #http: Http;
	constructor(http: Http) {
		this.#http = http;
	}

	get(designId: string): Promise<Design> {
		return this.#http.data("GET /targeting/designs/{design_id}", { path: { design_id: designId } });
	}

	list(filters: Filters<"GET /targeting/designs"> = {}): List<Design> {
		return listOf(this.#http, "GET /targeting/designs", filters);
	}

	/** Creates a design, with or without the contents of its sets. */
	create(design: Body<"POST /api/designs">, options: Options = {}): Promise<Data<"POST /api/designs">> {
		return this.#http.data("POST /api/designs", { ...options, json: design });
	}

	/**
	 * Replaces the geofences of a set from a file of any format that the service reads; `mode` adds or
	 * updates instead. The answer counts what was taken and lists refused rows.
	 */
	importGeofences(
		{ designId, setId }: { readonly designId: string; readonly setId: string },
		file: Upload,
		options: Options & Query<"PUT /api/designs/{design_id}/sets/{set_id}/geofences"> = {},
	): Promise<Data<"PUT /api/designs/{design_id}/sets/{set_id}/geofences">> {
		const { signal, idempotencyKey, ifMatch, ...query } = options;
		return this.#http.data("PUT /api/designs/{design_id}/sets/{set_id}/geofences", {
			...defined({ signal, idempotencyKey, ifMatch }),
			path: { design_id: designId, set_id: setId },
			query,
			upload: file,
		});
	}

	/** The sets and geofences that a point or a device is in. */
	test(
		designId: string,
		of: Body<"POST /api/designs/{design_id}/test">,
	): Promise<Data<"POST /api/designs/{design_id}/test">> {
		return this.#http.data("POST /api/designs/{design_id}/test", { path: { design_id: designId }, json: of });
	}

	/** Requests a build; `wait()` of what it gives ends when the build is done. */
	async requestBuild(designId: string, reason: string, options: Options = {}): Promise<RequestedBuild> {
		const path = { design_id: designId };
		const before = await this.#newestBuild(designId);
		await this.#http.call("POST /targeting/designs/{design_id}/request", { ...options, path, form: { reason } });
		return { designId, wait: (signal, onProgress) => this.#waitForBuild(designId, before?.id, signal, onProgress) };
	}

	async #newestBuild(designId: string): Promise<Build | undefined> {
		const path = { design_id: designId };
		const builds = await this.#http.data("GET /api/designs/{design_id}/builds", { path, query: { limit: 1 } });
		return builds[0];
	}

	#waitForBuild(
		designId: string,
		before: string | undefined,
		signal?: AbortSignal,
		onProgress?: (build: Build) => void,
	): Promise<Build> {
		return lookUntil(
			this.#http,
			async () => {
				const build = await this.#newestBuild(designId);
				if (build === undefined || build.id === before) return undefined;
				onProgress?.(build);
				if (build.status === "done") return build;
				if (build.status === "rejected" || build.status === "failed") {
					throw new WaitError(`the build was ${build.status}: ${build.status_reason ?? "no reason was given"}`);
				}
				return undefined;
			},
			signal,
		);
	}
}

/** A build that was requested. */
export interface RequestedBuild {
	readonly designId: string;
	/**
	 * The build, once it is done.
	 * @param onProgress is given it whenever it was looked at
	 * @throws WaitError where it is rejected or fails, with the service's reason
	 */
	wait(signal?: AbortSignal, onProgress?: (build: Build) => void): Promise<Build>;
}

class Builds {
	readonly #http: Http;
	constructor(http: Http) {
		this.#http = http;
	}

	/** A build in any status. */
	get(buildId: string): Promise<Build> {
		return this.#http.data("GET /api/builds/{build_id}", { path: { build_id: buildId } });
	}

	list(filters: Filters<"GET /targeting/builds"> = {}): List<BuildRow> {
		return listOf(this.#http, "GET /targeting/builds", filters);
	}

	/** Requests the deployment of a build to a target, for its administrators to decide on. */
	requestDeployment(
		buildId: string,
		request: Body<"POST /targeting/builds/{build_id}/request">,
		options: Options = {},
	): Promise<Deployment> {
		const path = { build_id: buildId };
		return this.#http.data("POST /targeting/builds/{build_id}/request", { ...options, path, form: request });
	}
}

class Deployments {
	readonly #http: Http;
	constructor(http: Http) {
		this.#http = http;
	}

	/** A deployment in any status, with its agents. */
	get(deploymentId: string): Promise<DeploymentDetail> {
		return this.#http.data("GET /api/deployments/{deployment_id}", at(deploymentId));
	}

	list(filters: Filters<"GET /targeting/deployments"> = {}): List<Deployment> {
		return listOf(this.#http, "GET /targeting/deployments", filters);
	}

	/** Each step from the build to the agents' answers: its state, and what comes next. */
	checklist(deploymentId: string): Promise<Data<"GET /api/deployments/{deployment_id}/checklist">> {
		return this.#http.data("GET /api/deployments/{deployment_id}/checklist", at(deploymentId));
	}

	async cancel(deploymentId: string, message?: string, options: Options = {}): Promise<void> {
		const form = { message };
		await this.#http.call("POST /targeting/deployments/{deployment_id}/cancel", {
			...options,
			...at(deploymentId),
			form,
		});
	}

	async reject(deploymentId: string, message?: string, options: Options = {}): Promise<void> {
		const form = { message };
		await this.#http.call("POST /targeting/deployments/{deployment_id}/reject", {
			...options,
			...at(deploymentId),
			form,
		});
	}

	activate(
		deploymentId: string,
		how: Body<"POST /targeting/deployments/{deployment_id}/activate"> = {},
		options: Options = {},
	): Promise<Data<"POST /targeting/deployments/{deployment_id}/activate">> {
		return this.#http.data("POST /targeting/deployments/{deployment_id}/activate", {
			...options,
			...at(deploymentId),
			form: how,
		});
	}

	deactivate(deploymentId: string, options: Options = {}): Promise<Deployment> {
		return this.#http.data("POST /targeting/deployments/{deployment_id}/deactivate", {
			...options,
			...at(deploymentId),
			form: {},
		});
	}

	/** Removes it for good, with its file on the agents. */
	async delete(deploymentId: string, options: Options = {}): Promise<void> {
		await this.#http.call("POST /targeting/deployments/{deployment_id}/delete", {
			...options,
			...at(deploymentId),
			form: {},
		});
	}

	/** Replaces all tags. */
	tag(
		deploymentId: string,
		tags: readonly string[],
		options: Options = {},
	): Promise<Data<"POST /targeting/deployments/{deployment_id}/tag">> {
		return this.#http.data("POST /targeting/deployments/{deployment_id}/tag", {
			...options,
			...at(deploymentId),
			form: { tags: tags.join(",") },
		});
	}

	/**
	 * The deployment, once agents of its target have loaded it and answer.
	 * @param onProgress is given it whenever it was looked at
	 * @throws WaitError where it is rejected, cancelled or deactivated meanwhile
	 */
	live(
		deploymentId: string,
		signal?: AbortSignal,
		onProgress?: (deployment: DeploymentDetail) => void,
	): Promise<DeploymentDetail> {
		return lookUntil(
			this.#http,
			async () => {
				const deployment = await this.get(deploymentId);
				onProgress?.(deployment);
				if (deployment.status === "requested") return undefined;
				if (deployment.status !== "activated") {
					throw new WaitError(
						`the deployment is ${deployment.status}: ${deployment.status_reason ?? "no reason was given"}`,
					);
				}
				return (await this.checklist(deploymentId)).live ? deployment : undefined;
			},
			signal,
		);
	}
}

const at = (deploymentId: string) => ({ path: { deployment_id: deploymentId } });

function defined<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
