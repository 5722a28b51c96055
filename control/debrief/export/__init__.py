"""Debrief as files: a document that another console can import, tables for a spreadsheet, a report to print."""
