"""The school: what an exam comes to, and its report."""
