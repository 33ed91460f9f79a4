"""Makes Fixtures/exports: what authenticator apps write, with the accounts that a reader must find there."""
