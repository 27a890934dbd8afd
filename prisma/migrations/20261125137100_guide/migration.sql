-- Whether a person wants to see the getting-started steps, wherever they sign in; null: not said.
ALTER TABLE "users" ADD COLUMN "guide" TEXT;
ALTER TABLE "users" ADD CONSTRAINT "users_guide" CHECK ("guide" IN ('open', 'gone'));
