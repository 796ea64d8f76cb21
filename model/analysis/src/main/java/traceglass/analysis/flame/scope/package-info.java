/// Scopes that a selection offers flame graphs for: its range, its tracks, the thread or process of an event. Queries
/// the subjects and depends on none of them.
package traceglass.analysis.flame.scope;
