/// The search for a text over all tables of events, each of which says what is found in it, and its hits.
package traceglass.analysis.search;
