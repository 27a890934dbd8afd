import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { service } from "@/lib/platform/service";
import { errorResponse } from "./error-response";
import { plainHttpError } from "./plain-http-error";
import { requestAttributes } from "./request-attributes";
import { singleSignOnRoute } from "./single-sign-on-route";

/** Sign-in, by password and by single sign-on, sign-out and session, by next-auth. */
export async function signInRoute(
	request: NextRequest,
	context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
	const attributes = requestAttributes(request);
	const refusal = plainHttpError(attributes, service().settings);
	if (refusal !== undefined) return errorResponse(refusal, attributes.requestId);
	const { nextauth } = await context.params;
	return singleSignOnRoute(service(), request, attributes, nextauth, (options) => NextAuth(request, context, options));
}
