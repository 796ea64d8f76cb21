/// Content of result grids that needs the look of the application: cell texts and grouping. Rows as data are in
/// `traceglass.analysis.rows`.
package traceglass.app.grid.rows;
