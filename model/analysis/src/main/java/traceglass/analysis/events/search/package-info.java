/// Conditions and queries for a text search in events.
package traceglass.analysis.events.search;
