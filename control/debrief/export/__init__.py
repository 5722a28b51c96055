"""A debrief as files: a document that another console reads again, tables for a spreadsheet, a report to print."""
