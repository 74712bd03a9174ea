"""Pai Kao by policy: its plan, its plain runner and its compiled one."""
