"""Indexes of long lists."""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """People are listed by role and name."""
    op.create_index("users_role_name", "users", ["role", "name"])
