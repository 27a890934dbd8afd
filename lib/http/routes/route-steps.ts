import type { z } from "zod";
import type { AgentPrincipal, Principal } from "@/lib/domain/access/principal";
import { requireConfirmed, requireFactor } from "@/lib/domain/accounts/own/require-confirmed";
import { AGENT_KEY_PREFIX } from "@/lib/domain/accounts/secrets";
import { CHECK_RESPONSES } from "@/lib/platform/env";
import type { Service } from "@/lib/platform/service";
import { takeCall } from "@/lib/platform/throttling/take-call";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { authenticate, authenticateAgentRequest, bearerOf } from "./authenticate";
import type {
	BodyKind,
	CallerKind,
	Declaration,
	Detailed,
	JsonAnswer,
	Outcome,
	Part,
	RouteContext,
} from "./declaration";
import { type Expectation, expectationOf } from "./expectation";
import { type ParameterSchema, parseJson, parseParameters, splitDetail } from "./parse-parameters";
import { pathIds } from "./path-ids";
import { plainHttpError } from "./plain-http-error";
import {
	awaitsContinue,
	type Fields,
	parseFields,
	type RawBody,
	readBody,
	refuseEncodedBody,
	refuseOtherTypes,
	refuseQueryOf,
	refuseUnread,
	takeKeys,
} from "./read-fields";
import { noteCaller, type RequestAttributes } from "./request-attributes";
import type { Step } from "./take-steps";

/** The state of a request on its way through the steps. */
export interface Passage {
	readonly request: Request;
	readonly context: RouteContext;
	readonly attributes: RequestAttributes;
	service: Service;
	readonly caller: CallerKind;
	readonly bodyKind: BodyKind;
	readonly declaration: Declaration<unknown, z.ZodType, string, Outcome>;
	readonly detailed: Detailed<unknown, ParameterSchema, string> | undefined;
	isDetailed: boolean;
	/**
	 * The result of the header's credential; its error is thrown after the checks that precede it.
	 */
	attempt?: { readonly principal?: AnyPrincipal; readonly thrown?: unknown };
	raw: RawBody;
	fields: Fields;
	/** Every KEY of the request. */
	keys: readonly string[];
	principal?: AnyPrincipal;
	callerId?: string;
	parameters?: unknown;
	path: Readonly<Record<string, string>>;
	expectation: Expectation;
	body: AsyncIterable<Uint8Array>;
	part: Part;
	answer?: JsonAnswer | Response;
}

type AnyPrincipal = Principal | AgentPrincipal | undefined;
type RouteStep = Step<Passage>;

const https: RouteStep = ({ caller, bodyKind, attributes, service }) => {
	// Public routes with a body take sign-in links, which contain a secret.
	const bringsSecret = caller === "management" || (caller === "public" && bodyKind !== "none");
	const refusal = bringsSecret ? plainHttpError(attributes, service.settings) : undefined;
	if (refusal !== undefined) throw refusal;
};

/** Checks the header's credential before reading the body, which may be large. */
const headerCredential: RouteStep = async (passage) => {
	if (passage.bodyKind !== "json") return;
	passage.attempt = await principalOf(passage).then(
		(principal) => ({ principal }),
		(thrown: unknown) => ({ thrown }),
	);
};

const size: RouteStep = async (passage) => {
	const { request, bodyKind, declaration, service, attempt } = passage;
	const { largest, accepts } = declaration;
	const limit = typeof largest === "string" ? service.settings[largest] : largest;
	if (bodyKind !== "none" && awaitsContinue(request)) {
		refuseUnread(request, bodyKind, { limit, accepts });
		// The sender gets the error at once, without sending the body.
		if (attempt?.thrown !== undefined) throw attempt.thrown;
	}
	passage.raw = await readBody(request, bodyKind, limit, attempt?.thrown === undefined);
};

const type: RouteStep = ({ request, bodyKind, declaration, raw }) =>
	refuseOtherTypes(request, bodyKind, declaration.accepts, raw);

const encoding: RouteStep = ({ request, bodyKind }) => {
	if (bodyKind !== "none") refuseEncodedBody(request);
};

const syntax: RouteStep = (passage) => {
	passage.fields = parseFields(passage.request, passage.bodyKind, passage.raw);
	if (passage.caller === "management") passage.keys = takeKeys(passage.fields);
};

const credential: RouteStep = async (passage) => {
	const { attempt, request } = passage;
	if (attempt?.thrown !== undefined) throw attempt.thrown;
	const principal = attempt === undefined ? await principalOf(passage) : attempt.principal;
	if (principal === undefined) return;
	passage.principal = principal;
	passage.callerId = "userId" in principal ? principal.userId : principal.agentKeyId;
	noteCaller(request, passage.callerId);
};

const throttle: RouteStep = ({ principal, service }) => {
	const limit = service.settings.API_RATE_LIMIT;
	if (principal === undefined || !("userId" in principal) || limit === 0) return;
	return takeCall(service, `user:${principal.userId}`, limit);
};

/** Before anything is read or kept of the request, so that pages can repeat it as it was. */
const confirmation: RouteStep = ({ principal, declaration, service }) => {
	if (!declaration.addsFactor && principal !== undefined && "userId" in principal) requireFactor(principal);
	if (declaration.confirms && principal !== undefined && "userId" in principal) requireConfirmed(service, principal);
};

const singleKey: RouteStep = ({ keys }) => {
	if (keys.length < 2) return;
	throw new InvalidArgumentError("parameter 'KEY' is given more than once", { parameter: "KEY" });
};

const strayQuery: RouteStep = ({ fields }) => refuseQueryOf(fields);

const parameters: RouteStep = (passage) => {
	const { bodyKind, declaration, detailed, fields } = passage;
	const schema = declaration.parameters as unknown as ParameterSchema;
	if (bodyKind === "json") passage.parameters = parseJson(declaration.parameters, fields.json());
	else if (detailed === undefined) passage.parameters = parseParameters(schema, fields.named);
	else {
		const { detail, others } = splitDetail(fields.named);
		passage.isDetailed = detail;
		passage.parameters = detail
			? parseParameters(detailed.parameters, others)
			: parseParameters(schema, others, detailed.parameters);
	}
};

const expectation: RouteStep = (passage) => {
	passage.expectation = expectationOf(passage.request, passage.declaration.expects ?? []);
};

const path: RouteStep = async (passage) => {
	passage.path = await pathIds(passage.context, passage.declaration.path ?? []);
};

/** The domain checks existence, rights and state, in this order. */
const operation: RouteStep = async (passage) => {
	const {
		declaration,
		detailed,
		isDetailed,
		service,
		principal,
		parameters,
		path,
		expectation,
		request,
		body,
		part,
		attributes,
	} = passage;
	const { replica } = service;
	// A new object for each call: the read goes on on the primary when the replica fails.
	const reading =
		declaration.fromReplica && replica !== undefined ? { ...service, prisma: await replica.reader() } : service;
	const call = { service: reading, principal, parameters, path, expectation, request, body, part, attributes };
	const { run, response } = isDetailed && detailed !== undefined ? detailed : declaration;
	const outcome = await run(call);
	if (CHECK_RESPONSES && !(outcome instanceof Response)) response?.parse(outcome.body);
	passage.answer = outcome instanceof Response ? outcome : { status: declaration.status ?? 200, ...outcome };
};

/** The steps before the operation, in the order of their errors. */
export const ADMISSION: readonly RouteStep[] = [
	https,
	headerCredential,
	size,
	type,
	encoding,
	syntax,
	credential,
	throttle,
	confirmation,
	singleKey,
];

/** The steps that an `Idempotency-Key` runs once. */
export const EXECUTION: readonly RouteStep[] = [strayQuery, parameters, expectation, path, operation];

async function principalOf({ caller, service, request, attributes, keys, fields }: Passage): Promise<AnyPrincipal> {
	switch (caller) {
		case "public":
			return undefined;
		case "agent":
			return authenticateAgentRequest(service, request, attributes);
		case "product or agent":
			return bearerOf(request)?.startsWith(AGENT_KEY_PREFIX)
				? authenticateAgentRequest(service, request, attributes)
				: authenticate(service, request, attributes, "product");
		default:
			return authenticate(service, request, attributes, caller, { key: keys[0], form: fields.named });
	}
}
