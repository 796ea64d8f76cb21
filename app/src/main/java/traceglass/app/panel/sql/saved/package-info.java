/// Saved data of the SQL page: history of queries, snippets and the texts of tabs.
package traceglass.app.panel.sql.saved;
