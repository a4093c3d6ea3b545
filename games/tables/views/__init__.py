"""Pages of tables. A view is a paragraph: find, try, show."""
