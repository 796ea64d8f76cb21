/// One person's conversation with a trace: `SqlSession` is the door of this module. It takes a text apart, expands,
/// translates, runs, and repairs each statement, and keeps what statements make.
///
/// In: every other room. Nothing of this module uses this one.
package traceglass.sql.session;
