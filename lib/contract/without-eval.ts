import { config } from "zod";

// The pages' content policy forbids making code from text, which zod would try for speed, and report as a violation. It
// tries when the first object schema is made: every module of the contract comes after this one, through `written-as.ts`.
if (typeof window !== "undefined") config({ jitless: true });
