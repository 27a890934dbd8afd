import { config } from "zod";

// The pages' content policy forbids eval, which zod tries for speed when the first object schema is
// made. Every module of the contract loads after this one, through `written-as.ts`.
if (typeof window !== "undefined") config({ jitless: true });
