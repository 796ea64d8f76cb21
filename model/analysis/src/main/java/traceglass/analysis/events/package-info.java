/// One event of any table: its arguments as a tree, the package and thread it belongs to, and the names of tables
/// that ids refer to.
package traceglass.analysis.events;
