"""The house around its tables, as machines of the same kernel: accounts, tables and what is
offered; the attendance of a table; the seeds of its shuffles.

No chapter speaks of these. ``HOUSE_POLICY`` stands where a chapter's clause stands in the events and refusals of a table.
"""
