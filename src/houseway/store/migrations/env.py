"""Alembic runs a migration on the connection it is given."""

from __future__ import annotations

from alembic import context


def migrate() -> None:
    """Bring the database of the connection to the schema that is asked for."""
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, transactional_ddl=True, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


# Alembic gives the module its configuration; whoever else imports it only looks.
if getattr(context, "config", None) is not None:
    migrate()
