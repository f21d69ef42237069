"""The house around its tables, as machines of the same kernel: accounts and tables, and the seeds of shuffles.

No chapter speaks of these. ``HOUSE_POLICY`` stands where a chapter's clause stands in the events and refusals of a table.
"""
