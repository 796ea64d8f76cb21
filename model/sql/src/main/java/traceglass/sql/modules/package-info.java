/// The standard modules (`stdlib/`), modules in the user's folders, their definitions, and the prelude that is
/// available without INCLUDE. To add a module, add one `.sql` file.
///
/// Reads SQL files; does not run them.
package traceglass.sql.modules;
