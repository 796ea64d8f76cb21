/// Writes what a session sees into databases of other kinds.
package traceglass.sql.export;
