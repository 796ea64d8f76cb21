/// The SQL page: an editor with tabs, results, the tables there are, and what was run before.
///
/// In: `traceglass.sql` for running and for what words mean, `traceglass.app.grid` for results. Out: nothing
/// about other panels; other parts open it through the window's navigator.
package traceglass.app.panel.sql;
