"""Real servers for tests: PostgreSQL, Valkey, and the product's own processes. Each dies with the test run."""
