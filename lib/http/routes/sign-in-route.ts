import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { service } from "@/lib/platform/service";
import { overHttps } from "./authenticate";
import { errorResponse } from "./error-response";
import { plainHttpError } from "./plain-http-error";
import { requestFacts } from "./request-facts";
import { signInOptions } from "./sign-in-options";

/** Sign-in, sign-out and session, by next-auth. */
export async function signInRoute(
	request: NextRequest,
	context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
	const facts = requestFacts(request);
	const refusal = plainHttpError(facts, service().settings);
	if (refusal !== undefined) return errorResponse(refusal, facts.requestId);
	return NextAuth(request, context, signInOptions(service(), overHttps(facts)));
}
