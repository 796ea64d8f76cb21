/// SQL page: tabs with editor and results, schema browser and query history.
///
/// Uses `traceglass.sql` for execution and vocabulary, and `traceglass.app.grid` for results. Does not depend on other
/// panels, which open it through the window's navigator.
package traceglass.app.panel.sql;
