"""What every endpoint of the REST API shares (problems, pages, tags, scopes, idempotency), and the club's own."""

from club.api.problems import problem

__all__ = ["problem"]
