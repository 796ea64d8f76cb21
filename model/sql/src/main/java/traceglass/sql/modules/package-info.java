/// The standard modules (`stdlib/`), those in a person's folders, what they define, and the prelude that is there
/// without being asked for. A module more is one `.sql` file.
///
/// In: files of SQL. Not in: running them.
package traceglass.sql.modules;
