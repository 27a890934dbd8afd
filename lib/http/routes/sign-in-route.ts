import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { service } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";
import { overHttps } from "./authenticate";
import { errorResponse } from "./error-response";
import { requestFacts } from "./request-facts";
import { signInOptions } from "./sign-in-options";

/** Sign-in, sign-out and session, by next-auth. */
export async function signInRoute(
	request: NextRequest,
	context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
	const facts = requestFacts(request);
	if (!facts.secure && !service().settings.ALLOW_PLAIN_HTTP) {
		return errorResponse(new ForbiddenError("HTTPS required"), facts.requestId);
	}
	return NextAuth(request, context, signInOptions(service(), overHttps(facts)));
}
