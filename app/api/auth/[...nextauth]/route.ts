import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { overHttps } from "@/lib/http/routes/authenticate";
import { errorResponse } from "@/lib/http/routes/error-response";
import { requestFacts } from "@/lib/http/routes/request-facts";
import { signInOptions } from "@/lib/http/routes/sign-in-options";
import { service } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";

/** Sign-in, sign-out and session, by next-auth. */
async function handler(request: NextRequest, context: { params: Promise<{ nextauth: string[] }> }): Promise<Response> {
	const facts = requestFacts(request);
	if (!facts.secure && !service().settings.ALLOW_PLAIN_HTTP) {
		return errorResponse(new ForbiddenError("HTTPS required"), facts.requestId);
	}
	return NextAuth(request, context, signInOptions(service(), overHttps(facts)));
}

export { handler as GET, handler as POST };
