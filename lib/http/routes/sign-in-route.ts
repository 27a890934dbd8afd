import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { service } from "@/lib/platform/service";
import { overHttps } from "./authenticate";
import { errorResponse } from "./error-response";
import { plainHttpError } from "./plain-http-error";
import { requestAttributes } from "./request-attributes";
import { signInOptions } from "./sign-in-options";

/** Sign-in, sign-out and session, by next-auth. */
export async function signInRoute(
	request: NextRequest,
	context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
	const attributes = requestAttributes(request);
	const refusal = plainHttpError(attributes, service().settings);
	if (refusal !== undefined) return errorResponse(refusal, attributes.requestId);
	return NextAuth(request, context, signInOptions(service(), overHttps(attributes)));
}
