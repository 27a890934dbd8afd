import type { z } from "zod";
import { emailAddress } from "@/lib/contract/email-address";
import { NOT_IN_NAMES } from "@/lib/contract/parameters";
import { API_VERSION } from "@/lib/contract/primitives";
import { TOKEN_USER_PARAMETERS, type TokenGrant, tokenResponse } from "@/lib/contract/token";
import type { Principal } from "@/lib/domain/access/principal";
import { authenticateApiKey } from "@/lib/domain/accounts/credentials/authenticate-api-key";
import { CHECK_RESPONSES } from "@/lib/platform/env";
import { service as currentService, type Service } from "@/lib/platform/service";
import { takeCall } from "@/lib/platform/throttling/take-call";
import { AuthError, InvalidArgumentError, NotFoundError } from "@/lib/rules/errors";
import type { RouteContext, RouteHandler } from "./declaration";
import { documented } from "./documentation";
import { COMMON_HEADERS, jsonResponse } from "./envelopes";
import { tokenErrorResponse } from "./error-response";
import { parseForm, printable } from "./form-parameters";
import { isGuid } from "./path-ids";
import { plainHttpError } from "./plain-http-error";
import { queryOf } from "./read-fields";
import { noteCaller, type RequestAttributes, requestAttributes } from "./request-attributes";
import { type Step, takeSteps } from "./take-steps";

/** Parameters of the token API besides KEY, each with its values. */
export type TokenParameters = ReadonlyMap<string, readonly string[]>;

interface TokenDeclaration {
	readonly summary: string;
	readonly description: string;
	readonly parameters: z.ZodType;
	/** Whether a GET creates data. */
	readonly changesData?: boolean;
	run(
		service: Service,
		caller: Principal,
		parameters: TokenParameters,
		params: Awaited<RouteContext["params"]>,
	): Promise<TokenGrant>;
}

interface TokenPassage {
	readonly request: Request;
	readonly context: RouteContext;
	readonly attributes: RequestAttributes;
	readonly service: Service;
	readonly run: TokenDeclaration["run"];
	caller?: Principal;
	parameters: TokenParameters;
	grant?: TokenGrant;
}

const https: Step<TokenPassage> = ({ attributes, service }) => {
	const refusal = plainHttpError(attributes, service.settings);
	if (refusal !== undefined) throw refusal;
};

/**
 * A missing, repeated or wrong KEY gets one message. The query string is parsed leniently here,
 * because KEY is checked before the other parameters.
 */
const key: Step<TokenPassage> = async (passage) => {
	const { request, service, attributes } = passage;
	const [given, ...more] = new URLSearchParams(queryOf(request)).getAll("KEY");
	if (given === undefined || more.length > 0) throw new AuthError("invalid API key");
	const origin = { address: attributes.clientAddress, requestId: attributes.requestId };
	passage.caller = await authenticateApiKey(service, given, ["tokens"], origin);
	noteCaller(request, passage.caller.userId);
};

const throttle: Step<TokenPassage> = ({ service, caller }) =>
	takeCall(service, `token:${caller?.credential.id}`, service.settings.TOKEN_RATE_LIMIT);

const parameters: Step<TokenPassage> = (passage) => {
	passage.parameters = knownParameters(parseForm(queryOf(passage.request), "query string"));
};

const operation: Step<TokenPassage> = async (passage) => {
	const { service, caller, parameters, context, run } = passage;
	if (caller === undefined) throw new Error("the key step must set a caller");
	passage.grant = await run(service, caller, parameters, await context.params);
};

/** The checks of the token API have their own order. */
export const TOKEN_STEPS: readonly Step<TokenPassage>[] = [https, key, throttle, parameters, operation];

/** Runs a route of the token API: {@link TOKEN_STEPS}. */
export function tokenRoute({ run, ...declared }: TokenDeclaration): RouteHandler {
	const handler: RouteHandler = async (request, context) => {
		const attributes = requestAttributes(request);
		try {
			const passage: TokenPassage = {
				request,
				context,
				attributes,
				service: currentService(),
				run,
				parameters: new Map(),
			};
			await takeSteps(TOKEN_STEPS, passage);
			const body = { status: "success", data: passage.grant, version: API_VERSION };
			if (CHECK_RESPONSES) tokenResponse.parse(body);
			return jsonResponse(body, 200, { ...COMMON_HEADERS, "X-Request-Id": attributes.requestId });
		} catch (thrown) {
			return tokenErrorResponse(thrown, attributes.requestId);
		}
	};
	return documented(handler, { caller: "token", body: "none", response: tokenResponse, ...declared });
}

type Fields = readonly (readonly [name: string, value: string])[];

function knownParameters(fields: Fields): TokenParameters {
	const known = new Map<string, string[]>();
	for (const [name, value] of fields) {
		if (name === "KEY") continue;
		if (!(TOKEN_USER_PARAMETERS as readonly string[]).includes(name)) {
			throw new InvalidArgumentError(`unknown parameter '${printable(name)}'`);
		}
		known.set(name, [...(known.get(name) ?? []), value]);
	}
	return known;
}

/**
 * Gives a required parameter.
 * @throws InvalidArgumentError when it is missing, blank or repeated
 */
export function requiredParameter(parameters: TokenParameters, name: (typeof TOKEN_USER_PARAMETERS)[number]): string {
	const [given, ...more] = parameters.get(name) ?? [];
	if (more.length > 0) throw new InvalidArgumentError(`parameter '${name}' is given more than once`);
	const value = given?.trim();
	if (value === undefined || value.replaceAll(NOT_IN_NAMES, "") === "")
		throw new InvalidArgumentError(`missing required parameter '${name}'`);
	return value;
}

/** Gives an e-mail address, composed. @throws InvalidArgumentError for a malformed one */
export function requireEmail(value: string): string {
	const { data } = emailAddress.safeParse(value);
	if (data === undefined) throw new InvalidArgumentError("invalid email address");
	return data;
}

/** @throws InvalidArgumentError that names the first parameter beside a user id in the path */
export function refuseAlongsideUserId(parameters: TokenParameters): void {
	const [alongside] = parameters.keys();
	if (alongside === undefined) return;
	throw new InvalidArgumentError(`parameter '${alongside}' should not be used alongside a user id`);
}

/**
 * Gives the path's user id, in lower case.
 * @throws NotFoundError `user not found` for a malformed one
 */
export function requireUserId(text: string | string[] | undefined): string {
	if (!isGuid(text)) throw new NotFoundError("user not found");
	return text.toLowerCase();
}
