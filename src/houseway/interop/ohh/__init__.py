"""Open Hand Histories (OHH), written."""
