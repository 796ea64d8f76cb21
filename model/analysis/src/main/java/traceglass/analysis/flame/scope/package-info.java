/// The scopes that a selection offers flame graphs of: its range, its tracks, the thread or process of an event. Asks
/// the subjects; knows none.
package traceglass.analysis.flame.scope;
