"""How Alembic runs the migrations: written out as SQL, for the dialect that `migrate.upgrade_sql` asks for."""

from alembic import context

context.configure(dialect_name=context.config.attributes["dialect"], transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
